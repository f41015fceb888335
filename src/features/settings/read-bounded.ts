import { isUtf8 } from 'node:buffer'
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

export const MAX_SETTINGS_BYTES = 2 * 1024 * 1024

export type ReadText =
  /** `bom`: the file begins with a byte order mark, which `text` does not. */
  | { readonly kind: 'text'; readonly text: string; readonly bom?: true }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'unreadable'
      /** Follows the name of the file: "is empty". */
      readonly message: LocalizedText
      /** What can be made of bytes that are no UTF-8 text, for a look for rules. */
      readonly rough?: string
    }

export type ReadBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | Exclude<ReadText, { readonly kind: 'text' }>

/** Absent means that nothing is there; anything else that keeps a file from being read is said. */
export const readBounded = (path: string): ReadText => {
  const read = readBytes(path)
  return read.kind === 'bytes' ? textOf(read.bytes) : read
}

export const readBytes = (path: string): ReadBytes => {
  let descriptor: number
  try {
    // Most settings files do not exist, and an exception costs more than the system call.
    if (!statSync(path, { throwIfNoEntry: false })) return missing(path)
    // Without O_NONBLOCK a pipe in place of the file would hang the program.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
    return { kind: 'unreadable', message: settingsText('unreadable', { code }) }
  }
  try {
    return readOpen(descriptor)
  } catch (error) {
    return { kind: 'unreadable', message: settingsText('unreadable', { code: errorCode(error) }) }
  } finally {
    closeSync(descriptor)
  }
}

/** A link to nothing is no absent file: what it led to may be on a disk that is not there now. */
const missing = (path: string): Exclude<ReadText, { readonly kind: 'text' }> =>
  [path, dirname(path)].some(
    each => lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(each),
  )
    ? { kind: 'unreadable', message: settingsText('dangling_link') }
    : { kind: 'absent' }

const readOpen = (descriptor: number): ReadBytes => {
  const stats = fstatSync(descriptor)
  if (!stats.isFile()) return { kind: 'unreadable', message: settingsText('not_regular') }
  if (stats.size > MAX_SETTINGS_BYTES) return tooLarge()
  // One byte more than was there: a file that grows meanwhile is noticed instead of cut.
  const buffer = Buffer.allocUnsafe(stats.size + 1)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  if (length > stats.size) return { kind: 'unreadable', message: settingsText('changed_while_read') }
  return { kind: 'bytes', bytes: buffer.subarray(0, length) }
}

const textOf = (bytes: Buffer): ReadText => {
  if (!isUtf8(bytes))
    return {
      kind: 'unreadable',
      message: settingsText('not_utf8'),
      rough: bytes.toString('latin1').replaceAll('\0', ''),
    }
  const text = bytes.toString('utf8')
  return text.startsWith('\uFEFF') ? { kind: 'text', text: text.slice(1), bom: true } : { kind: 'text', text }
}

export const tooLarge = (): Extract<ReadText, { readonly kind: 'unreadable' }> => ({
  kind: 'unreadable',
  message: settingsText('too_large', { limit: MAX_SETTINGS_BYTES / 1024 / 1024 }),
})

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
