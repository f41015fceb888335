import { rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { withoutNames, writeRecord } from './index-record.ts'
import { missingIn, withoutEntry } from './index-text.ts'
import { noteIndex } from './load-index.ts'
import type { MemoryDirectory } from './memory-directory.ts'
import { isMemoryName } from './memory-file.ts'

/** The files are gone on purpose: their lines go too, and nobody writes either again in the background. */
export const forgetFiles = (directory: MemoryDirectory, files: readonly string[]): void => {
  // Lines that came since the last look are noted first, so that they are known to be gone.
  noteIndex(directory)
  const index = directory.index()
  const text = index?.whole ? files.reduce(withoutEntry, index.text) : undefined
  if (text !== undefined && text !== index?.text)
    writeFileAtomically(directory.indexPath, Buffer.from(text), { mode: 0o600 })
  const { listed, forgotten } = directory.record()
  writeRecord(directory.path, { listed, forgotten: [...new Set([...forgotten, ...files])] })
}

/** The person has one forgotten: its file, if it is there, and its line. False: there is neither. */
export const forgetMemory = (directory: MemoryDirectory, path: string): boolean => {
  const file = basename(path)
  if (dirname(path) !== directory.path || !isMemoryName(file)) return false
  const isFile = directory.names().includes(file)
  if (!isFile && !missingIn(directory.index()?.text ?? '', new Set(directory.names())).includes(file))
    return false
  rmSync(path, { force: true })
  forgetFiles(directory, [file])
  return true
}

/** A memory of this name is about to be written on purpose: it is not forgotten any more. */
export const rememberAgain = (directory: MemoryDirectory, file: string): void => {
  if (!isMemoryName(file)) return
  const record = directory.record()
  if (record.forgotten.includes(file)) writeRecord(directory.path, withoutNames(record, [file]))
}
