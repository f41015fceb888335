import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { errorText } from '../error-text.ts'

/** As {@link readPlainBytes}, as text. */
export const readPlainFile = (
  path: string,
  most: number,
): { readonly text: string } | { readonly problem: string } => {
  const read = readPlainBytes(path, most)
  return 'problem' in read ? read : { text: read.bytes.toString('utf8') }
}

/**
 * The bytes of a file that somebody else may have put there: a pipe is not waited for, a device is not read, and of what
 * has no end no more than `most` bytes. What is wrong comes as words.
 */
export const readPlainBytes = (
  path: string,
  most: number,
): { readonly bytes: Buffer } | { readonly problem: string } => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const facts = fstatSync(fd)
    if (!facts.isFile()) return { problem: 'is not a regular file' }
    if (facts.size > most) return { problem: `is larger than ${Math.floor(most / 1024)} kB` }
    const bytes = Buffer.alloc(facts.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, length)
    return { bytes: bytes.subarray(0, length) }
  } catch (error) {
    return { problem: errorText(error) }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
