import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import type { MemoryEdits } from './edits.ts'
import { withoutNames, writeRecord } from './index-record.ts'
import { indexLine, withEntry, withoutEntry } from './index-text.ts'
import type { MemoryDirectory } from './memory-directory.ts'
import { renderMemory } from './memory-file.ts'

/** Makes all changes, or none: after a failure the directory is as it was, and the failure is thrown. */
export const applyEdits = (
  directory: MemoryDirectory,
  { save, remove }: Pick<MemoryEdits, 'save' | 'remove'>,
  now: Date,
): void => {
  makeDirectories(directory.path, 0o700)
  const undo: (() => void)[] = []
  const change = (path: string, data: string | undefined): void => {
    const before = contentOf(path)
    undo.push(() => put(path, before))
    put(path, data === undefined ? undefined : Buffer.from(data))
  }
  try {
    const found = directory.index()
    if (found ? !found.whole : lstatSync(directory.indexPath, { throwIfNoEntry: false }))
      throw new Error(`${directory.indexPath} is too large, or not a text file`)
    let index = found?.text ?? ''
    for (const memory of save) {
      change(join(directory.path, memory.file), renderMemory(memory, now))
      index = withEntry(index, memory.file, indexLine(memory.file, memory))
    }
    for (const file of remove) {
      change(join(directory.path, file), undefined)
      index = withoutEntry(index, file)
    }
    if (save.length + remove.length === 0) return
    change(directory.indexPath, index)
    // What was merged or pruned is not forgotten: its name may be used again.
    writeRecord(directory.path, withoutNames(directory.record(), remove))
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  }
}

const put = (path: string, data: Uint8Array | undefined): void => {
  if (data === undefined) rmSync(path, { force: true })
  else writeFileAtomically(path, data, { mode: 0o600 })
}

/** Throws for what is no regular file: a link would be replaced, and what it leads to is none of ours. */
const contentOf = (path: string): Uint8Array | undefined => {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`)
  return readFileSync(path)
}
