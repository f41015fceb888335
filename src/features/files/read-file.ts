import { closeSync, fstatSync, readSync, type Stats } from 'node:fs'
import { type PinnedPath, pinPath } from '../../lib/files/pinned-path.ts'
import type { FileContent, FileFacts } from '../../protocol/tool.ts'
import { asToolError, isMissing, missing, notRegular, tooLarge } from './file-errors.ts'

/** A file as it is called, and where it was found to lie: nothing else is opened. */
export interface Judged {
  readonly path: string
  readonly real: string
}

export interface ReadLimit {
  readonly maxBytes: number
  /** Only a window of the file, from this byte on. */
  readonly from?: number
}

export const pick = (stats: Stats) => ({
  size: stats.size,
  mtimeMs: stats.mtimeMs,
  mode: stats.mode & 0o7777,
})

/** Takes hold of a regular file; `undefined` when nothing is there. */
const holdFile = ({ path, real }: Judged): PinnedPath | undefined => {
  try {
    return regular(path, pinPath(real))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw asToolError('look at', path, error)
  }
}

/** Lets go of what is no regular file. */
export const regular = (path: string, held: PinnedPath): PinnedPath => {
  if (held.stats.isFile()) return held
  held[Symbol.dispose]()
  throw notRegular(path, held.stats)
}

export const factsOf = (judged: Judged): FileFacts | undefined => {
  using file = holdFile(judged)
  return file && { path: judged.path, realPath: judged.real, ...pick(file.stats) }
}

export const readNow = (judged: Judged, limit: ReadLimit): FileContent => {
  const content = readIfThere(judged, limit)
  if (!content) throw missing(judged.path)
  return content
}

export const readIfThere = (judged: Judged, limit: ReadLimit): FileContent | undefined => {
  using file = holdFile(judged)
  return file && readPinned(judged, file, limit)
}

export const readPinned = (
  { path, real }: Judged,
  file: PinnedPath,
  { maxBytes, from }: ReadLimit,
): FileContent => {
  let fd: number
  try {
    fd = file.open()
  } catch (error) {
    throw asToolError('open', path, error)
  }
  try {
    const stats = fstatSync(fd)
    if (from !== undefined)
      return { path, realPath: real, ...pick(stats), data: readWindow(fd, from, maxBytes) }
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes, stats.size)
    const data = readAll(fd, stats.size, maxBytes)
    if (!data) throw tooLarge(path, maxBytes)
    return { path, realPath: real, ...pick(stats), data }
  } finally {
    closeSync(fd)
  }
}

const readWindow = (fd: number, from: number, maxBytes: number): Buffer => {
  const window = Buffer.allocUnsafe(maxBytes)
  let total = 0
  while (total < maxBytes) {
    const count = readSync(fd, window, total, maxBytes - total, from + total)
    if (count === 0) break
    total += count
  }
  return window.subarray(0, total)
}

/** `undefined` when there is more than `maxBytes`; sizes of virtual files, which say 0, cannot be believed. */
const readAll = (fd: number, expected: number, maxBytes: number): Buffer | undefined => {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(total === 0 ? Math.min(expected, maxBytes) + 1 : 64 * 1024)
    const count = readSync(fd, chunk, 0, chunk.length, null)
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    const part = chunk.subarray(0, count)
    if (total === 0 && count === expected) return part
    chunks.push(part)
    total += count
    if (total > maxBytes) return undefined
  }
}
