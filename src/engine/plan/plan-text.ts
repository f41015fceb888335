import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Longer plans are told up to here. */
const MAX_BYTES = 40_000

/** What a plan says; undefined when there is none that can be read. */
export const readPlanText = (file: string): string | undefined => {
  let fd: number
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // Not there, or not ours to read: for the model it is as if there were none.
    return undefined
  }
  try {
    const { size } = fstatSync(fd)
    if (!fstatSync(fd).isFile() || size === 0) return undefined
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES))
    const text = bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))
    return size > MAX_BYTES ? `${text}\n[cut: the file is longer]` : text
  } finally {
    closeSync(fd)
  }
}
