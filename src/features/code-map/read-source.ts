import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Larger files are made by programs. */
export const MOST_SOURCE_BYTES = 1024 * 1024

/** Of a file that is what its name says: no link, no pipe, no device. */
export const sourceStats = (path: string): Stats | undefined => {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size > 0 && stats.size <= MOST_SOURCE_BYTES ? stats : undefined
  } catch {
    // A directory on the way is closed, or is none any more.
    return undefined
  }
}

/**
 * `undefined`: it is gone, or no plain file of a bearable size. With a `buffer`, which holds the largest, nothing is left
 * behind: what is answered counts until the next file is read into it.
 */
export const readSource = (path: string, buffer?: Uint8Array): Uint8Array | undefined => {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      if (!stats.isFile() || stats.size > MOST_SOURCE_BYTES) return undefined
      const data = buffer ?? new Uint8Array(stats.size)
      return data.subarray(0, readSync(file, data, 0, Math.min(data.length, stats.size), 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // Gone, or not ours to read: then it is not in the map.
    return undefined
  }
}

const LF = 10
/** Of lines on average; nobody writes such lines. */
const MOST_LINE_BYTES = 400

/** Small files are read whatever they hold. */
const SMALL_BYTES = 20_000

/** Made by a program, to be read by one. */
export const isGenerated = (data: Uint8Array): boolean => {
  if (data.subarray(0, 1_000).includes(0)) return true
  if (data.length < SMALL_BYTES) return false
  let lines = 1
  for (let at = data.indexOf(LF); at >= 0; at = data.indexOf(LF, at + 1)) lines += 1
  return data.length / lines > MOST_LINE_BYTES
}
