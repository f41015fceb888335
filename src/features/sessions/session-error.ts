import { errorText } from '../../lib/error-text.ts'
import type { SessionHolder } from '../../protocol/host.ts'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import { LocalizedError, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'

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
  /** A packed session that cannot be read. */
  | 'invalid_pack'
  | 'io'

/** A session that cannot be found, read or written; the message says which file, why, and what to do. */
export class SessionError extends LocalizedError<LocalizedText> {
  override readonly name = 'SessionError'
  readonly kind: SessionErrorKind
  /** With `busy`. */
  readonly holder?: SessionHolder

  constructor(
    kind: SessionErrorKind,
    message: LocalizedText,
    options: ErrorOptions & { readonly holder?: SessionHolder } = {},
  ) {
    super(message, options)
    this.kind = kind
    if (options.holder) this.holder = options.holder
  }
}

interface Reason {
  readonly kind: SessionErrorKind
  readonly cause: 'access_denied' | 'disk_full' | 'not_plain' | 'read_only' | 'not_directory' | 'missing'
  readonly advice: 'check_owner' | 'free_space' | 'remove_it' | 'other_directory' | 'check_path'
}

const ACCESS: Reason = {
  kind: 'no_access',
  cause: 'access_denied',
  advice: 'check_owner',
}
const FULL: Reason = {
  kind: 'no_space',
  cause: 'disk_full',
  advice: 'free_space',
}
const UNSAFE: Reason = {
  kind: 'unsafe_path',
  cause: 'not_plain',
  advice: 'remove_it',
}
const REASONS: Readonly<Record<string, Reason>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
  EACCES: ACCESS,
  EPERM: ACCESS,
  EROFS: {
    kind: 'read_only',
    cause: 'read_only',
    advice: 'other_directory',
  },
  ELOOP: UNSAFE,
  EMLINK: UNSAFE,
  EISDIR: UNSAFE,
  ENXIO: UNSAFE,
  ENOTDIR: {
    kind: 'unsafe_path',
    cause: 'not_directory',
    advice: 'remove_it',
  },
  ENOENT: { kind: 'not_found', cause: 'missing', advice: 'check_path' },
}

/** What was being done to a session file. */
export type FileAction =
  | 'read'
  | 'write'
  | 'open'
  | 'save'
  | 'remove'
  | 'lock'
  | 'copy'
  | 'look_at'
  | 'look_at_lock'
  | 'look_for'

/** Translates what the file system threw. */
export const sessionFileError = (error: unknown, action: FileAction, path: string): SessionError => {
  if (error instanceof SessionError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[code]
  const bare: Text = reason ? sessionText(reason.cause) : errorText(error)
  const text = sessionText('file_problem', {
    action: sessionText(action),
    path,
    cause: code === '' ? bare : sessionText('with_code', { cause: bare, code }),
    advice: sessionText(reason?.advice ?? 'check_disk'),
  })
  return new SessionError(reason?.kind ?? 'io', text, { cause: error })
}

export const notPlainFile = (action: FileAction, path: string): SessionError => {
  const { kind, cause, advice } = UNSAFE
  const values = { action: sessionText(action), path, cause: sessionText(cause), advice: sessionText(advice) }
  return new SessionError(kind, sessionText('file_problem', values))
}
