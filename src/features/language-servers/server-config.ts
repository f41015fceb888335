import { isObject } from '../../lib/is-object.ts'
import { languageServerText } from '../../protocol/messages/engine/language-servers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { KNOWN_SERVERS, type KnownServer } from './known-servers.ts'

/** A language server as the table, settings or a plugin describe it, checked. */
export interface LanguageServer {
  /** `typescript`, or `plugin:name`. */
  readonly name: string
  readonly language: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** From the ending of a file with its dot, or its whole name, to the language. */
  readonly languages: Readonly<Record<string, string>>
  /** The nearest directory with one of these is what it works on; none is found, or there are none: the working directory. */
  readonly markers: readonly string[]
  readonly initializationOptions?: unknown
  readonly settings?: unknown
  readonly startupMs: number
  readonly shutdownMs: number
  /** So often it is started again after it ended by itself. */
  readonly maxRestarts: number
  /** What to run to have it; absent: whoever described it knows. */
  readonly install?: string
  /** Of the table: it is used only if its program is there, and its absence is no failure. */
  readonly known: boolean
  /** A program that must be there as well. */
  readonly needs?: string
  readonly since?: KnownServer['since']
  readonly outside?: unknown
  readonly onlyOpen?: true
  readonly reportsAll?: true
  readonly finds?: KnownServer['finds']
}

/** What cannot be used, in words for the person. */
interface Unusable {
  readonly problem: LocalizedText
}

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
      )
    : {}

const numberIn = (value: unknown, usual: number): number =>
  typeof value === 'number' && value >= 0 ? value : usual

const listIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(String) : undefined

const STARTUP_MS = 30_000
const SHUTDOWN_MS = 1_000
const MAX_RESTARTS = 3

const ofTable = ({ id, files, ...row }: KnownServer): LanguageServer => ({
  ...row,
  name: id,
  languages: files,
  env: {},
  startupMs: STARTUP_MS,
  shutdownMs: SHUTDOWN_MS,
  maxRestarts: MAX_RESTARTS,
  known: true,
})

/** What is written, or why it cannot be used; undefined: it is not meant to run. `base`: what it changes of the table. */
const readLanguageServer = (
  name: string,
  written: unknown,
  { variables = {}, base }: { readonly variables?: LanguageServer['env']; readonly base?: LanguageServer },
): LanguageServer | Unusable | undefined => {
  if (written === false) return undefined
  if (!isObject(written)) return { problem: languageServerText('not_an_object', { name }) }
  const { command = base?.command, transport, diagnostics, restartOnCrash, enabled } = written
  if (diagnostics === false || enabled === false) return undefined
  const languages = { ...base?.languages, ...textsIn(written['extensionToLanguage']) }
  if (typeof command !== 'string' || command === '')
    return { problem: languageServerText('no_command', { name }) }
  if (Object.keys(languages).length === 0) return { problem: languageServerText('no_extensions', { name }) }
  if (transport !== undefined && transport !== 'stdio')
    return {
      problem: languageServerText('other_transport', { name, transport: String(transport) }),
    }
  const { install, needs, since, onlyOpen, reportsAll, finds } = base ?? {}
  return {
    name,
    language: base?.language ?? Object.values(languages).slice(0, 3).join(', '),
    command,
    args: listIn(written['args']) ?? base?.args ?? [],
    env: { ...variables, ...textsIn(written['env']) },
    languages,
    markers: listIn(written['rootMarkers']) ?? base?.markers ?? [],
    initializationOptions: written['initializationOptions'] ?? base?.initializationOptions,
    // Who writes options of his own means them.
    ...(written['initializationOptions'] === undefined && command === base?.command
      ? { outside: base?.outside }
      : {}),
    settings: written['settings'] ?? base?.settings,
    startupMs: numberIn(written['startupTimeout'], STARTUP_MS),
    shutdownMs: numberIn(written['shutdownTimeout'], SHUTDOWN_MS),
    maxRestarts: restartOnCrash === false ? 0 : numberIn(written['maxRestarts'], MAX_RESTARTS),
    known: base !== undefined && command === base.command,
    ...(install === undefined ? {} : { install }),
    ...(needs === undefined ? {} : { needs }),
    ...(onlyOpen ? { onlyOpen } : {}),
    ...(command === base?.command && written['settings'] === undefined && reportsAll ? { reportsAll } : {}),
    ...(command === base?.command && finds ? { finds } : {}),
    ...(since && command === base?.command ? { since } : {}),
  }
}

export interface WrittenServers {
  /** Of plugins, by whole names, with the variables of each. */
  readonly plugins: readonly {
    readonly name: string
    readonly written: unknown
    readonly variables: Readonly<Record<string, string>>
  }[]
  /** Of settings, by name; false: that row is switched off. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The table counts. */
  readonly known: boolean
}

/** All that may be used, those that count first: settings, plugins, the table. */
export const readLanguageServers = (
  { plugins, settings, known }: WrittenServers,
  warn: (problem: LocalizedText) => void,
): readonly LanguageServer[] => {
  const table = known ? KNOWN_SERVERS.map(ofTable) : []
  const usable = (read: ReturnType<typeof readLanguageServer>): readonly LanguageServer[] => {
    if (read && 'problem' in read) warn(read.problem)
    return read && !('problem' in read) ? [read] : []
  }
  return [
    ...Object.entries(settings).flatMap(([name, written]) => {
      const base = KNOWN_SERVERS.find(({ id }) => id === name)
      return usable(readLanguageServer(name, written, base ? { base: ofTable(base) } : {}))
    }),
    ...plugins.flatMap(({ name, written, variables }) =>
      usable(readLanguageServer(name, written, { variables })),
    ),
    ...table.filter(({ name }) => !(name in settings)),
  ]
}
