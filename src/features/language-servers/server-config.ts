import { languageServerText } from '../../protocol/messages/engine/language-servers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
/** A language server as a plugin describes it, checked. */
export interface LanguageServer {
  /** `plugin:name`. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** From the ending of a file, with its dot, to the language. */
  readonly languages: Readonly<Record<string, string>>
  readonly initializationOptions?: unknown
  readonly settings?: unknown
  readonly startupMs: number
  readonly shutdownMs: number
  /** So often it is started again after it ended by itself. */
  readonly maxRestarts: number
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
      )
    : {}

const numberIn = (value: unknown, usual: number): number =>
  typeof value === 'number' && value >= 0 ? value : usual

/** What is written, or why it cannot be used; undefined: it is not meant to tell of problems. */
export const readLanguageServer = (
  name: string,
  written: unknown,
  variables: Readonly<Record<string, string>>,
): LanguageServer | { readonly problem: LocalizedText } | undefined => {
  if (!isFields(written)) return { problem: languageServerText('not_an_object', { name }) }
  const { command, transport, diagnostics, restartOnCrash } = written
  if (diagnostics === false) return undefined
  const languages = textsIn(written['extensionToLanguage'])
  if (typeof command !== 'string' || command === '')
    return { problem: languageServerText('no_command', { name }) }
  if (Object.keys(languages).length === 0) return { problem: languageServerText('no_extensions', { name }) }
  if (transport !== undefined && transport !== 'stdio')
    return {
      problem: languageServerText('other_transport', { name, transport: String(transport) }),
    }
  return {
    name,
    command,
    args: Array.isArray(written['args']) ? written['args'].map(String) : [],
    env: { ...variables, ...textsIn(written['env']) },
    languages,
    initializationOptions: written['initializationOptions'],
    settings: written['settings'],
    startupMs: numberIn(written['startupTimeout'], 30_000),
    shutdownMs: numberIn(written['shutdownTimeout'], 1_000),
    maxRestarts: restartOnCrash === false ? 0 : numberIn(written['maxRestarts'], 3),
  }
}
