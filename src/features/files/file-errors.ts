import type { Stats } from 'node:fs'
import { MovedError } from '../../lib/held-path.ts'
import { ToolError } from '../../protocol/tool.ts'

export const notRegular = (path: string, stats: Stats): ToolError =>
  new ToolError(
    stats.isDirectory()
      ? `${path} is a directory, not a file. Use Glob to list it.`
      : `${path} is not a regular file (${kindOf(stats)}); only regular files can be read or written.`,
  )

const kindOf = (stats: Stats): string => {
  if (stats.isFIFO()) return 'a named pipe'
  if (stats.isSocket()) return 'a socket'
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device'
  return 'a link'
}

export const tooLarge = (path: string, maxBytes: number, size?: number): ToolError =>
  new ToolError(
    `${path} is too large${size === undefined ? '' : ` (${size} bytes)`}: the limit is ${maxBytes} bytes.`,
  )

export const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** What is said when a name leads elsewhere than it did when the call was decided. */
const MOVED = {
  'look at': 'it was looked at. Try again.',
  open: 'it was opened. Nothing of it was read. Try again.',
  write: 'it was written. Nothing was written. Try again.',
} as const

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is a file, not a directory',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
}

/** Failures of the file system are facts for the model; anything else is a bug and passes. */
export const asToolError = (doing: keyof typeof MOVED, path: string, error: unknown): unknown => {
  if (error instanceof ToolError) return error
  if (error instanceof MovedError) return new ToolError(`${path} changed its place while ${MOVED[doing]}`)
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error : new ToolError(`Cannot ${doing} ${path}: ${REASONS[code] ?? code}.`)
}
