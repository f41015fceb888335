import { nearestName } from '../../lib/nearest-name.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'

export interface DemoOptions {
  /** Every question gets the answer of the script. */
  readonly yes: boolean
  /** No pauses. */
  readonly fast: boolean
  /** The project stays where it is. */
  readonly keep: boolean
  readonly help: boolean
}

export const DEMO_HELP = usageOf(
  `Usage: capstan demo [--yes] [--fast] [--keep]

Watch Capstan find and fix a bug in a small project. A script plays the model; the tools, the
permission prompts, the diff and the tests are real. No account and no network. In a terminal it
uses the full interface; with --yes, in a pipe or with TERM=dumb it prints plain lines.

  --yes     Answer every permission prompt as the script does (the default without a terminal)
  --fast    No pauses
  --keep    Keep the project and print its path
  --help    Show this text

Exit codes: 0 the project's tests pass at the end, 1 they do not, 2 invalid command line, 130 you quit.`,
  `用法：capstan demo [--yes] [--fast] [--keep]

看 Capstan 在一个小项目里找到并修复错误。模型由脚本扮演，工具、权限询问、差异和测试都是真的。
无需账号，无需联网。在终端中使用完整界面；带 --yes、在管道中或 TERM=dumb 时逐行输出文本。

  --yes     按脚本回答每个权限询问（没有终端时的默认方式）
  --fast    不停顿
  --keep    保留项目并打印其路径
  --help    显示此帮助

退出码：0 最后项目测试通过，1 未通过，2 命令行无效，130 你中途退出。`,
)

const NAMES = ['yes', 'fast', 'keep', 'help'] as const

export const readDemoArgs = (argv: readonly string[]): DemoOptions => {
  const given = new Set<string>()
  for (const word of argv) {
    const name = word === '-h' ? 'help' : word === '-y' ? 'yes' : word.replace(/^--/, '')
    if (!word.startsWith('-') || !NAMES.some(known => known === name))
      throw new ExitError(2, refusal(word, name))
    given.add(name)
  }
  return { yes: given.has('yes'), fast: given.has('fast'), keep: given.has('keep'), help: given.has('help') }
}

const refusal = (word: string, name: string): LocalizedText => {
  const near = word.startsWith('-') ? nearestName(name, NAMES) : undefined
  return near === undefined
    ? commandText('demo_option', { word })
    : commandText('demo_option_near', { word, near })
}
