import type { Process } from '../process.ts'
import { runSubcommand, type Subcommands } from '../run-subcommand.ts'

const USAGE = `Usage: capstan hooks list | test <event> | trace   what runs at which event, and what it did

  list    every hook that is configured here, where it comes from, and what is wrong with it
  test    run the hooks of an event on an input, without a session
  trace   what the hooks of a session did, one line each

"capstan hooks <command> --help" tells more.`

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
