import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** The end of a regular file as text, from the first whole line on; empty when there is none. */
export const readEnd = (path: string, maxBytes: number): string => {
  try {
    return readEndOf(path, maxBytes)
  } catch {
    // Not written yet, or removed: there is nothing to show.
    return ''
  }
}

/** The same, but a file that cannot be read is an error; empty when it is no regular one. */
export const readEndOf = (path: string, maxBytes: number): string => {
  // Without O_NONBLOCK a pipe in its place would hang the program.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const facts = fstatSync(fd)
    if (!facts.isFile()) return ''
    const from = Math.max(0, facts.size - maxBytes)
    const buffer = Buffer.alloc(Math.min(maxBytes, facts.size))
    const text = buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, from))
    const lineEnd = text.indexOf('\n')
    return from > 0 && lineEnd >= 0 && lineEnd < text.length - 1 ? text.slice(lineEnd + 1) : text
  } finally {
    closeSync(fd)
  }
}
