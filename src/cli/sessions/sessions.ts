import { nearestName } from '../../lib/nearest-name.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { type SessionsDeps, withDeps } from './deps.ts'

interface SessionsCommand {
  readonly help: string
  load(): Promise<{
    readonly usage: string
    run(argv: readonly string[], deps: SessionsDeps): Promise<number>
  }>
}

const COMMANDS: Readonly<Record<string, SessionsCommand>> = {
  list: {
    help: 'id, age, title or first prompt, directory',
    load: async () => {
      const { list, LIST } = await import('./list.ts')
      return { usage: LIST.usage, run: list }
    },
  },
  show: {
    help: 'print a session as text',
    load: async () => {
      const { show, SHOW } = await import('./show.ts')
      return { usage: SHOW.usage, run: show }
    },
  },
  grep: {
    help: 'search all sessions',
    load: async () => {
      const { grep, GREP } = await import('./grep.ts')
      return { usage: GREP.usage, run: grep }
    },
  },
  stats: {
    help: 'tokens, cost, tools and time',
    load: async () => {
      const { stats, STATS } = await import('./stats.ts')
      return { usage: STATS.usage, run: stats }
    },
  },
  export: {
    help: 'one HTML page, Markdown or JSON',
    load: async () => {
      const { exportSession, EXPORT } = await import('./export.ts')
      return { usage: EXPORT.usage, run: exportSession }
    },
  },
  verify: {
    help: 'check the structure of session files; --repair writes a copy',
    load: async () => {
      const { verify, VERIFY } = await import('./verify.ts')
      return { usage: VERIFY.usage, run: verify }
    },
  },
  scan: {
    help: 'find secrets in stored sessions; --redact writes copies without them',
    load: async () => {
      const { scan, SCAN } = await import('./scan.ts')
      return { usage: SCAN.usage, run: scan }
    },
  },
  import: {
    help: 'import transcripts from other programs',
    load: async () => {
      const { importSessions, IMPORT } = await import('./import.ts')
      return { usage: IMPORT.usage, run: importSessions }
    },
  },
  mirror: {
    help: 'copy sessions to where other programs look for them',
    load: async () => {
      const { mirror, MIRROR } = await import('./mirror.ts')
      return { usage: MIRROR.usage, run: mirror }
    },
  },
  purge: {
    help: 'delete sessions; only lists them without --yes',
    load: async () => {
      const { purge, PURGE } = await import('./purge.ts')
      return { usage: PURGE.usage, run: purge }
    },
  },
}

const usage = (): string =>
  [
    'Usage: capstan sessions <command> [arguments]   (add "--help" to a command for details)',
    '',
    ...Object.entries(COMMANDS).map(([name, command]) => `  ${name.padEnd(8)} ${command.help}`),
  ].join('\n')

/** `capstan sessions …` */
export const sessions = async (argv: readonly string[], from: Process): Promise<number> => {
  const [name, ...rest] = argv
  if (name === undefined) throw new ExitError(2, verbatim(usage()))
  if (name === '--help' || name === '-h' || name === 'help') return showUsage(usage())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const near = nearestName(name, Object.keys(COMMANDS))
    throw new ExitError(
      2,
      near
        ? commandText('no_subcommand_near', { command: `sessions ${name}`, near, usage: usage() })
        : commandText('no_subcommand', { command: `sessions ${name}`, usage: usage() }),
    )
  }
  const { usage: help, run } = await command.load()
  if (wantsHelp(rest)) return showUsage(help)
  return await withDeps(from, deps => run(rest, deps))
}
