import { errorText } from '../../lib/error-text.ts'
import type { SessionHolder } from '../../protocol/host.ts'
import { LocalizedError, type Text } from '../../protocol/messages/localized-text.ts'

type SessionErrorKind =
  | 'not_found'
  | 'ambiguous'
  | 'invalid_id'
  | 'no_space'
  | 'no_access'
  | 'read_only'
  | 'unsafe_path'
  | 'too_large'
  | 'closed'
  /** Another process writes it. */
  | 'busy'
  /** Going on there would lose more than was meant. */
  | 'rejected'
  | 'io'

/** A session that cannot be found, read or written; the message says which file, why, and what to do. */
export class SessionError extends LocalizedError {
  override readonly name = 'SessionError'
  readonly kind: SessionErrorKind
  /** With `busy`. */
  readonly holder?: SessionHolder

  constructor(
    kind: SessionErrorKind,
    message: Text,
    options: ErrorOptions & { readonly holder?: SessionHolder } = {},
  ) {
    super(message, options)
    this.kind = kind
    if (options.holder) this.holder = options.holder
  }
}

interface Reason {
  readonly kind: SessionErrorKind
  readonly cause: string
  readonly advice: string
}

const ACCESS: Reason = {
  kind: 'no_access',
  cause: 'access is denied',
  advice: 'Check owner and mode of the file and its directory.',
}
const FULL: Reason = {
  kind: 'no_space',
  cause: 'the disk or quota is full',
  advice: 'Free some space, then try again.',
}
const UNSAFE: Reason = {
  kind: 'unsafe_path',
  cause: 'it is not a plain file (a link, directory or device is in its place)',
  advice: 'Remove or rename what is there.',
}
const REASONS: Readonly<Record<string, Reason>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: ACCESS,
  EPERM: ACCESS,
  EROFS: {
    kind: 'read_only',
    cause: 'the file system is read-only',
    advice: 'Choose another configuration directory, or run without saving the session.',
  },
  ELOOP: UNSAFE,
  EMLINK: UNSAFE,
  EISDIR: UNSAFE,
  ENXIO: UNSAFE,
  ENOTDIR: {
    kind: 'unsafe_path',
    cause: 'a part of its path is not a directory',
    advice: 'Remove or rename what is there.',
  },
  ENOENT: { kind: 'not_found', cause: 'it does not exist', advice: 'Check the path.' },
}

/** Translates what the file system threw while doing `verb` ("write", "read" …) on a session file. */
export const sessionFileError = (error: unknown, verb: string, path: string): SessionError => {
  if (error instanceof SessionError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code] ?? {
    kind: 'io' as const,
    cause: errorText(error),
    advice: 'Check the disk.',
  }
  return new SessionError(
    reason.kind,
    `Cannot ${verb} the session file ${path}: ${reason.cause}${code === '' ? '' : ` (${code})`}. ${reason.advice}`,
    { cause: error },
  )
}

export const notPlainFile = (verb: string, path: string): SessionError =>
  new SessionError(UNSAFE.kind, `Cannot ${verb} the session file ${path}: ${UNSAFE.cause}. ${UNSAFE.advice}`)
