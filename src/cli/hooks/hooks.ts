import type { Process } from '../process.ts'
import { runSubcommand, type Subcommands } from '../run-subcommand.ts'
import { usageOf } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan hooks list | test <event> | trace   what runs at which event, and what it did

  list    every hook that is configured here, where it comes from, and what is wrong with it
  test    run the hooks of an event on an input, without a session
  trace   what the hooks of a session did, one line each

"capstan hooks <command> --help" tells more.`,
  `用法：capstan hooks list | test <事件> | trace   每个事件会运行什么，运行结果如何

  list    此处配置的所有钩子、来源，以及存在的问题
  test    不启动会话，用给定输入运行某个事件的钩子
  trace   某个会话中钩子的执行记录，每行一条

详情见 "capstan hooks <命令> --help"。`,
)

const COMMANDS: Subcommands = {
  list: async () => {
    const { list, LIST } = await import('./list.ts')
    return { usage: LIST.usage, run: list }
  },
  test: async () => {
    const { test, TEST } = await import('./test.ts')
    return { usage: TEST.usage, run: test }
  },
  trace: async () => {
    const { trace, TRACE } = await import('./trace.ts')
    return { usage: TRACE.usage, run: trace }
  },
}

/** `capstan hooks …` */
export const hooks = (argv: readonly string[], from: Process): Promise<number> =>
  runSubcommand({ name: 'hooks', usage: USAGE, commands: COMMANDS }, argv, from)
