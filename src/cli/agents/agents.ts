import { nearestName } from '../../lib/nearest-name.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const USAGE = `Usage: capstan agents [list] | validate | running   agents here, and what open sessions run

  list       every agent a session here can use, where it comes from, and what it replaces (default)
  validate   check the files of agents; exit code 1: something is wrong with one
  running    agents of sessions that are open now, of all directories

"capstan agents <command> --help" tells more.`

interface AgentsCommand {
  readonly usage: string
  run(argv: readonly string[], deps: SessionsDeps): Promise<number>
}

const COMMANDS: Readonly<Record<string, () => Promise<AgentsCommand>>> = {
  list: async () => {
    const { list, LIST } = await import('./list.ts')
    return { usage: LIST.usage, run: list }
  },
  validate: async () => {
    const { validate, VALIDATE } = await import('./list.ts')
    return { usage: VALIDATE.usage, run: validate }
  },
  running: async () => {
    const { running, RUNNING } = await import('./running.ts')
    return { usage: RUNNING.usage, run: running }
  },
}

/** `capstan agents …` */
export const agents = async (argv: readonly string[], from: Process): Promise<number> => {
  const [first = 'list'] = argv
  if (first === '--help' || first === '-h') return showUsage(USAGE)
  const [name, rest] = first.startsWith('-') ? ['list', argv] : [first, argv.slice(1)]
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    const nearest = nearestName(name, Object.keys(COMMANDS))
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    throw new ExitError(2, `agents: there is no command ${JSON.stringify(name)}.${meant}\n${USAGE}`)
  }
  const command = await load()
  if (wantsHelp(rest)) return showUsage(command.usage)
  return await withDeps(from, deps => command.run(rest, deps))
}
