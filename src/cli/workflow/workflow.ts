import type { Process } from '../process.ts'
import { runSubcommand, type Subcommands } from '../run-subcommand.ts'
import { usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan workflow [list] | show | validate | run   steps of agents and commands, from a file

  list       workflows that can be run here (default)
  show       the file of one
  validate   check their files; exit code 1: there are mistakes
  run        run one, or go on with a run

"capstan workflow <command> --help" tells more.`,
  `用法：capstan workflow [list] | show | validate | run   运行文件中由智能体和命令组成的步骤

  list       此处可运行的工作流（默认）
  show       显示工作流的文件
  validate   检查工作流文件；有错误时退出码为 1
  run        运行工作流，或继续一次运行

详情见 "capstan workflow <命令> --help"。`,
)

const COMMANDS: Subcommands = {
  list: async () => {
    const { list, LIST } = await import('./look.ts')
    return { usage: LIST.usage, run: list }
  },
  show: async () => {
    const { show, SHOW } = await import('./look.ts')
    return { usage: SHOW.usage, run: show }
  },
  validate: async () => {
    const { validate, VALIDATE } = await import('./look.ts')
    return { usage: VALIDATE.usage, run: validate }
  },
  run: async () => {
    const { run, RUN } = await import('./run-workflow.ts')
    return { usage: RUN.usage, run }
  },
}

/** `capstan workflow …` */
export const workflow = (argv: readonly string[], from: Process): Promise<number> =>
  runSubcommand({ name: 'workflow', usage: USAGE, commands: COMMANDS, usual: 'list' }, argv, from)
