import { errorText } from './error-text.ts'

/** What the system says no to although nothing is wrong with the program, and what helps. */
export const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'access is denied. Check owner and mode',
  EPERM: 'access is denied. Check owner and mode',
  EROFS: 'the file system is read-only. Set CAPSTAN_CONFIG_DIR to a directory you can write to',
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: 'your disk quota is used up. Free some space',
  EFBIG: 'the file is larger than the system allows',
  EMFILE: 'too many files are open. Raise the limit with ulimit -n',
  ENFILE: 'the system has too many open files',
  ENOMEM: 'there is not enough memory',
  EAGAIN: 'the system has no more processes or memory to give. Raise the limit with ulimit -u',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'something else is in its place',
  EISDIR: 'a directory is in its place',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'the disk reports an error',
  ENXIO: 'something else is in its place',
  EBUSY: 'something else is using it',
  ESTALE: 'the network file system has lost it',
  ETXTBSY: 'something else is using it',
}

/** The machine's answer in a sentence, for an error that is no mistake of ours; undefined for any other. */
export const expectedError = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, syscall, path } = error as NodeJS.ErrnoException
  const reason = code === undefined ? undefined : SYSTEM_REASONS[code]
  // Only the system's own errors name the call; others with such a code are somebody's, and are not understood here.
  if (reason === undefined || syscall === undefined) return undefined
  const what = path === undefined ? `"${syscall}" failed` : `Can't ${verbOf(syscall)} ${path}`
  return `${what}: ${reason} (${code}).`
}

export const SYSTEM_CALL_VERBS: Readonly<Record<string, string>> = {
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

const verbOf = (syscall: string): string =>
  SYSTEM_CALL_VERBS[syscall] ?? (syscall.startsWith('spawn') ? 'start' : 'use')

const outputProblem = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException
  const reason = code === undefined ? undefined : SYSTEM_REASONS[code]
  return `Can't write the output: ${reason === undefined ? errorText(error) : `${reason} (${code})`}.`
}

/** Output that could not be written. `gone`: whoever read it has gone. */
export class OutputError extends Error {
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
