import type { Process } from '../process.ts'
import { runSubcommand, type Subcommands } from '../run-subcommand.ts'
import { usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan agents [list] | validate | running | stop   agents here, and what open sessions run

  list       every agent a session here can use, where it comes from, and what it replaces (default)
  validate   check the files of agents; exit code 1: something is wrong with one
  running    background sessions and commands, and agents of sessions that are open now, of all directories
  stop       stop one of those
  --json     sessions that are open now, as a JSON array (--all, --cwd <dir>)

"capstan agents <command> --help" tells more.`,
  `用法：capstan agents [list] | validate | running | stop   查看可用的智能体，以及打开的会话正在运行什么

  list       此处的会话可用的所有智能体、来源，以及覆盖了谁（默认）
  validate   检查智能体文件；有错误时退出码为 1
  running    后台会话和命令，以及所有目录中打开的会话里的智能体
  stop       停止其中一个
  --json     以 JSON 数组列出当前打开的会话（--all、--cwd <目录>）

详情见 "capstan agents <命令> --help"。`,
)

const COMMANDS: Subcommands = {
  list: async () => {
    const { list, LIST } = await import('./list.ts')
    return { usage: LIST.usage, run: list }
  },
  validate: async () => {
    const { validate, VALIDATE } = await import('./list.ts')
    return { usage: VALIDATE.usage, run: validate }
  },
  live: async () => {
    const { live, LIVE } = await import('./live.ts')
    return { usage: LIVE.usage, run: live }
  },
  running: async () => {
    const { running, RUNNING } = await import('./running.ts')
    return { usage: RUNNING.usage, run: running }
  },
  stop: async () => {
    const { stop, STOP } = await import('./stop.ts')
    return { usage: STOP.usage, run: stop }
  },
}

/** `capstan agents …` */
export const agents = (argv: readonly string[], from: Process): Promise<number> =>
  runSubcommand(
    { name: 'agents', usage: USAGE, commands: COMMANDS, usual: argv[0]?.startsWith('-') ? 'live' : 'list' },
    argv,
    from,
  )
