import { nearestName } from '../../lib/nearest-name.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const USAGE = `Usage: capstan hooks list | test <event> | trace   what runs at which event, and what it did

  list    every hook that is configured here, where it comes from, and what is wrong with it
  test    run the hooks of an event on an input, without a session
  trace   what the hooks of a session did, one line each

"capstan hooks <command> --help" tells more.`

interface HooksCommand {
  readonly usage: string
  run(argv: readonly string[], deps: SessionsDeps): Promise<number>
}

const COMMANDS: Readonly<Record<string, () => Promise<HooksCommand>>> = {
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
export const hooks = async (argv: readonly string[], from: Process): Promise<number> => {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h') return showUsage(USAGE)
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    const nearest = nearestName(name, Object.keys(COMMANDS))
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    throw new ExitError(2, `hooks: there is no command ${JSON.stringify(name)}.${meant}\n${USAGE}`)
  }
  const command = await load()
  if (wantsHelp(rest)) return showUsage(command.usage)
  return await withDeps(from, deps => command.run(rest, deps))
}
