import { nearestName } from '../lib/nearest-name.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { ExitError } from './exit-error.ts'
import type { Process } from './process.ts'
import { type SessionsDeps, withDeps } from './sessions/deps.ts'
import { showUsage, wantsHelp } from './usage.ts'

interface Subcommand {
  readonly usage: LocalizedText
  run(argv: readonly string[], deps: SessionsDeps): Promise<number>
}

/** By name; each loads when it is asked for. */
export type Subcommands = Readonly<Record<string, () => Promise<Subcommand>>>

interface Group {
  /** `capstan <name> …` */
  readonly name: string
  readonly usage: LocalizedText
  readonly commands: Subcommands
  /** Taken where none is named; absent: then the usage is shown. */
  readonly usual?: string
}

/** Runs the command of a group that the arguments name. */
export const runSubcommand = async (
  group: Group,
  argv: readonly string[],
  from: Process,
): Promise<number> => {
  const { usage, commands, usual } = group
  const [first = usual] = argv
  if (first === undefined || first === '--help' || first === '-h') return showUsage(usage)
  const [name, rest] = usual !== undefined && first.startsWith('-') ? [usual, argv] : [first, argv.slice(1)]
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    const nearest = nearestName(name, Object.keys(commands))
    throw new ExitError(
      2,
      nearest === undefined
        ? commandText('unknown_command', { group: group.name, name: JSON.stringify(name), usage })
        : commandText('unknown_command_near', {
            group: group.name,
            name: JSON.stringify(name),
            near: nearest,
            usage,
          }),
    )
  }
  const command = await load()
  if (wantsHelp(rest)) return showUsage(command.usage)
  return await withDeps(from, deps => command.run(rest, deps))
}
