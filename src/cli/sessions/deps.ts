import type { SessionError } from '../../features/sessions/session-error.ts'
import { findStart } from '../../host/start.ts'
import type { Localize, Warn } from '../../protocol/messages/localized-text.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { localizeFor, problemSayer } from '../in-ui-language.ts'
import { isErrorNamed } from '../is-error-named.ts'
import type { Process } from '../process.ts'

/** What the commands about sessions work with. */
export interface SessionsDeps {
  readonly configHome: string
  readonly cwd: string
  readonly process: Process
  readonly now: number
  /** Resolves when more may be written. */
  write(text: string): Promise<void>
  /** In the language that the person reads. */
  readonly localize: Localize
  /** One line for stderr. */
  readonly warn: Warn
}

/** Nobody reads any more: not a failure of ours, and nothing is left to do. */
const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')

/** Runs a command; what is wrong with a session file or the command line ends it with a sentence. */
export const withDeps = async (
  from: Process,
  command: (deps: SessionsDeps) => Promise<number>,
): Promise<number> => {
  process.stdout.on('error', () => {})
  const { cwd, configHome } = findStart(from)
  const warn = await problemSayer(from.env)
  try {
    return await command({
      cwd,
      configHome,
      process: from,
      now: Date.now(),
      write: text =>
        new Promise((resolve, reject) => {
          process.stdout.write(text, error => (error ? reject(error) : resolve()))
        }),
      localize: await localizeFor(from.env),
      warn,
    })
  } catch (error) {
    if (isGone(error)) return 0
    if (isErrorNamed<SessionError>(error, 'SessionError')) throw new ExitError(1, messageOf(error))
    throw error
  }
}
