import { nearestName } from '../../lib/nearest-name.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const USAGE = `Usage: capstan workflow [list] | show | validate | run   steps of agents and commands, from a file

  list       workflows that can be run here (default)
  show       the file of one
  validate   check their files; exit code 1: there are mistakes
  run        run one, or go on with a run

"capstan workflow <command> --help" tells more.`

interface WorkflowCommand {
  readonly usage: string
  run(argv: readonly string[], deps: SessionsDeps): Promise<number>
}

const COMMANDS: Readonly<Record<string, () => Promise<WorkflowCommand>>> = {
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
    const { run, RUN } = await import('./run.ts')
    return { usage: RUN.usage, run }
  },
}

/** `capstan workflow …` */
export const workflow = async (argv: readonly string[], from: Process): Promise<number> => {
  const [first = 'list'] = argv
  if (first === '--help' || first === '-h') return showUsage(USAGE)
  const [name, rest] = first.startsWith('-') ? ['list', argv] : [first, argv.slice(1)]
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    const nearest = nearestName(name, Object.keys(COMMANDS))
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    throw new ExitError(2, `workflow: there is no command ${JSON.stringify(name)}.${meant}\n${USAGE}`)
  }
  const command = await load()
  if (wantsHelp(rest)) return showUsage(command.usage)
  return await withDeps(from, deps => command.run(rest, deps))
}
