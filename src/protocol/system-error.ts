import { errorText } from '../lib/error-text.ts'
import { systemText } from './messages/cli/system.ts'
import { describeError, LocalizedError, type LocalizedText, type Text } from './messages/localized-text.ts'

type Row = keyof typeof systemText.rows

/** What the system says no to although nothing is wrong with the program, and what helps. */
export const SYSTEM_REASONS = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read_only',
  ENOSPC: 'disk_full',
  EDQUOT: 'quota',
  EFBIG: 'too_large',
  EMFILE: 'open_files',
  ENFILE: 'open_files_of_all',
  ENOMEM: 'memory',
  EAGAIN: 'processes',
  ENOTDIR: 'not_directory',
  EEXIST: 'in_its_place',
  EISDIR: 'directory',
  ELOOP: 'circle',
  ENAMETOOLONG: 'long_name',
  EIO: 'disk_error',
  ENXIO: 'in_its_place',
  EBUSY: 'in_use',
  ESTALE: 'lost',
  ETXTBSY: 'in_use',
} as const satisfies Record<string, Row>

const reasonFor = (code: string | undefined): LocalizedText | undefined =>
  code !== undefined && Object.hasOwn(SYSTEM_REASONS, code)
    ? systemText(SYSTEM_REASONS[code as keyof typeof SYSTEM_REASONS])
    : undefined

/** Why something failed, for the end of a sentence: what the system says in the language of whoever reads it. */
export const describeCause = (error: unknown): Text => {
  const { code, syscall } = error as NodeJS.ErrnoException
  const reason = code === 'ENOENT' ? systemText('absent') : reasonFor(code)
  if (!(error instanceof Error) || syscall === undefined || code === undefined || reason === undefined)
    return describeError(error)
  return systemText('reason', { reason, code })
}

/** The machine's answer in a sentence, for an error that is no mistake of ours; undefined for any other. */
export const expectedError = (error: unknown): LocalizedText | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path } = error as NodeJS.ErrnoException
  const reason = reasonFor(code)
  // Only the system's own errors name the call; others with such a code are somebody's, and are not understood here.
  if (reason === undefined || code === undefined || syscall === undefined) return undefined
  return path === undefined
    ? systemText('failed', { call: syscall, reason, code })
    : systemText(verbOf(syscall), { path, reason, code })
}

type Verb = 'open' | 'create' | 'read' | 'write' | 'remove' | 'change' | 'copy' | 'start' | 'use'

export const SYSTEM_CALL_VERBS: Readonly<Record<string, Verb>> = {
  open: 'open',
  mkdir: 'create',
  scandir: 'read',
  opendir: 'read',
  read: 'read',
  readlink: 'read',
  stat: 'read',
  lstat: 'read',
  access: 'read',
  realpath: 'read',
  write: 'write',
  rename: 'write',
  symlink: 'create',
  link: 'create',
  unlink: 'remove',
  rmdir: 'remove',
  rm: 'remove',
  chmod: 'change',
  fchmod: 'change',
  copyfile: 'copy',
}

const verbOf = (syscall: string): Verb =>
  SYSTEM_CALL_VERBS[syscall] ?? (syscall.startsWith('spawn') ? 'start' : 'use')

const outputProblem = (error: unknown): LocalizedText => {
  const { code } = error as NodeJS.ErrnoException
  const reason = reasonFor(code)
  return reason === undefined || code === undefined
    ? systemText('output', { reason: errorText(error) })
    : systemText('output_code', { reason, code })
}

/** Output that could not be written. `gone`: whoever read it has gone. */
export class OutputError extends LocalizedError<LocalizedText> {
  override readonly name = 'OutputError'
  readonly gone: boolean

  constructor(cause: unknown) {
    super(outputProblem(cause), { cause })
    this.gone = isBrokenPipe(cause)
  }
}

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].includes(
    String(error.code),
  )
