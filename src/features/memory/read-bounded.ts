import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The beginning of a text file; `undefined` for links, devices, binary files and what cannot be opened. */
export const readBounded = (
  path: string,
  maxBytes: number,
): { readonly text: string; readonly whole: boolean } | undefined => {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    // Gone, a link, or not ours to read: it is no memory then.
    return undefined
  }
  try {
    const stats = fstatSync(fd)
    if (!stats.isFile()) return undefined
    const data = Buffer.allocUnsafe(Math.min(stats.size, maxBytes + 1))
    let size = 0
    for (let count = -1; count !== 0 && size < data.length; size += count)
      count = readSync(fd, data, size, data.length - size, size)
    // Bytes that are no text would be lost by whoever writes it again.
    const whole = size <= maxBytes && isUtf8(data.subarray(0, size))
    const part = data.subarray(0, Math.min(size, maxBytes))
    if (part.includes(0)) return undefined
    const text = part.toString('utf8')
    // A character that the limit cut in half.
    return { text: size <= maxBytes ? text : text.replace(/\uFFFD$/, ''), whole }
  } finally {
    closeSync(fd)
  }
}
