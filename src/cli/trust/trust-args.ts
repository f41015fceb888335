import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { usageText } from '../../protocol/messages/cli/usage.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'

export interface TrustArgs {
  readonly action: 'trust' | 'list' | 'revoke'
  /** As given; the current directory when absent. */
  readonly dir?: string
  readonly yes: boolean
  readonly json: boolean
}

export const TRUST_USAGE = usageOf(
  `Usage: capstan trust [dir]            show what the folder wants, ask, and remember the answer
       capstan trust --yes [dir]      the same without asking
       capstan trust --list           folders that are trusted
       capstan trust --revoke [dir]   stop trusting it
--json prints one JSON object. None of these runs anything from the folder.`,
  `用法：capstan trust [目录]            显示文件夹需要什么，询问并记住回答
      capstan trust --yes [目录]      同上，但不询问
      capstan trust --list            已信任的文件夹
      capstan trust --revoke [目录]   取消信任
--json 输出一个 JSON 对象。这些命令都不会运行文件夹中的任何内容。`,
)

/** Reads what stands behind `capstan trust`; `help` when that was asked for. */
export const readTrustArgs = (argv: readonly string[]): TrustArgs | 'help' => {
  const flags = new Set<string>()
  const dirs: string[] = []
  let literal = false
  for (const word of argv) {
    if (literal || !word.startsWith('-')) dirs.push(word)
    else if (word === '--') literal = true
    else flags.add(word === '-y' ? '--yes' : word)
  }
  if (flags.has('--help') || flags.has('-h')) return 'help'
  const unknown = [...flags].find(flag => !['--yes', '--list', '--revoke', '--json'].includes(flag))
  if (unknown !== undefined) throw wrong(argumentText('unknown_flag', { flag: unknown }))
  if (flags.has('--list') && flags.has('--revoke'))
    throw wrong(usageText('not_together', { one: '--list', other: '--revoke' }))
  if (dirs.length > 1) throw wrong(argumentText('one_folder'))
  const action = flags.has('--list') ? 'list' : flags.has('--revoke') ? 'revoke' : 'trust'
  if (action === 'list' && dirs.length > 0) throw wrong(argumentText('takes_no_folder', { flag: '--list' }))
  if (action !== 'trust' && flags.has('--yes'))
    throw wrong(argumentText('asks_nothing', { flag: `--${action}` }))
  const [dir] = dirs
  return { action, yes: flags.has('--yes'), json: flags.has('--json'), ...(dir === undefined ? {} : { dir }) }
}

const wrong = (message: LocalizedText): ExitError =>
  new ExitError(2, commandText('with_usage', { problem: message, usage: TRUST_USAGE }))
