import type { HostError, HostErrorKind } from '../protocol/host.ts'
import type { ExitError } from './exit-error.ts'
import { isErrorNamed } from './is-error-named.ts'

/** With 2 ends what was wrong with the command line itself. */
const CODES: Readonly<Record<HostErrorKind, number>> = {
  request: 2,
  directory: 1,
  settings: 1,
  damaged_settings: 1,
  session: 1,
  session_busy: 1,
  no_credentials: 1,
  credentials: 1,
  provider: 1,
  permissions: 1,
  sandbox: 1,
  file: 1,
}

/** The code an error ends the program with; undefined for what is a mistake of ours. */
export const exitCodeOf = (error: unknown): number | undefined => {
  if (isErrorNamed<ExitError>(error, 'ExitError')) return error.code
  return isErrorNamed<HostError>(error, 'HostError') ? CODES[error.kind] : undefined
}
