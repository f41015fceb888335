import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { plainText } from '../../../lib/files/text-file.ts'
import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import type { InstructionReader, ReadFile } from './instruction-reader.ts'

const MAX_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/** Files on disk, in a few synchronous calls: this stands before the first request. */
export const diskReader: InstructionReader = {
  read(path) {
    try {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (!stats) return { kind: 'absent' }
      if (!stats.isFile()) return { kind: 'refused', why: instructionText('not_regular') }
      return readRegular(realpathSync.native(path))
    } catch (error) {
      return failure(error)
    }
  },
  isDirectory(path) {
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    } catch {
      // What cannot be looked at holds no instructions for us.
      return false
    }
  },
  list(path) {
    try {
      const entries = readdirSync(path, { withFileTypes: true }).map(entry => ({
        name: entry.name,
        isDirectory:
          entry.isDirectory() || (entry.isSymbolicLink() && diskReader.isDirectory(join(path, entry.name))),
      }))
      entries.sort((a, b) => (a.name < b.name ? -1 : 1))
      return { real: realpathSync.native(path), entries }
    } catch {
      // Not there, not a directory, not ours to read: there are no rules in it.
      return undefined
    }
  },
}

/** Opened by its real name without following links: what was checked is what is read. */
const readRegular = (real: string): ReadFile => {
  // Without O_NONBLOCK a pipe put in place of the file meanwhile would hang the program.
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { kind: 'refused', why: instructionText('not_regular') }
    if (openedElsewhere(descriptor, real)) return { kind: 'refused', why: instructionText('replaced') }
    const bytes = stats.size > MAX_BYTES ? undefined : readAll(descriptor, stats.size)
    if (!bytes) return { kind: 'refused', why: instructionText('large', { most: MAX_BYTES / 1024 / 1024 }) }
    const plain = plainText(bytes)
    return { kind: 'text', text: plain?.text ?? '', real, owner: stats.uid, ...(plain ? {} : { bytes }) }
  } finally {
    closeSync(descriptor)
  }
}

/** A directory on the way may have become a link since. Where the system does not tell, nobody knows better. */
const openedElsewhere = (descriptor: number, real: string): boolean => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) !== real
  } catch {
    // There is no such place on this system.
    return false
  }
}

/** `undefined` when there is more than the limit; the size of a virtual file, which says 0, cannot be believed. */
const readAll = (descriptor: number, expected: number): Buffer | undefined => {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(total === 0 ? expected + 1 : CHUNK_BYTES)
    const count = readSync(descriptor, chunk, 0, chunk.length, null)
    if (count === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, count))
    total += count
    if (total > MAX_BYTES) return undefined
  }
}

const failure = (error: unknown): ReadFile => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
  return { kind: 'refused', why: instructionText('unreadable', { reason: code ?? String(error) }) }
}
