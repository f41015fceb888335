import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { writeRecord } from './index-record.ts'
import { cutIndex, repairIndex, withoutMissing } from './index-text.ts'
import type { MemoryDirectory } from './memory-directory.ts'
import { neutral } from './neutral.ts'

/** The index as a conversation begins with it, put right first; `undefined` when nothing is remembered. */
export const loadIndex = (directory: MemoryDirectory, log?: (line: string) => void): string | undefined => {
  const { shown, repaired } = readIndex(directory)
  if (repaired !== undefined) save(directory, repaired, log)
  noteIndex(directory, log)
  return shown
}

/** As {@link loadIndex}, but the file stays as it is: others keep it, and a change would go out to them. */
export const loadSharedIndex = (directory: MemoryDirectory): string | undefined => readIndex(directory).shown

/** Remembers what the index names now, so that what is taken out of it later is known to be forgotten. */
export const noteIndex = (directory: MemoryDirectory, log?: (line: string) => void): void => {
  try {
    writeRecord(directory.path, directory.record())
  } catch (error) {
    log?.(`memory: what ${directory.indexPath} names could not be noted: ${String(error)}`)
  }
}

const readIndex = (
  directory: MemoryDirectory,
): { readonly shown: string | undefined; readonly repaired: string | undefined } => {
  const { text, whole } = directory.index() ?? { text: '', whole: true }
  const names = directory.names()
  const forgotten = new Set(directory.record().forgotten)
  const repaired = whole
    ? repairIndex(
        text,
        names.filter(file => !forgotten.has(file)),
        file => directory.read(file)?.header ?? {},
      )
    : undefined
  const index = cutIndex(withoutMissing(repaired ?? text, new Set(names)))
  return { shown: index.trim() === '' ? undefined : neutral(index), repaired }
}

const save = (directory: MemoryDirectory, text: string, log?: (line: string) => void): void => {
  try {
    writeFileAtomically(directory.indexPath, Buffer.from(text), { mode: 0o600 })
    log?.(`memory: ${directory.indexPath} did not fit the files and was put right`)
  } catch (error) {
    // The conversation gets the right index all the same; the file is tried again the next time.
    log?.(`memory: ${directory.indexPath} could not be put right: ${String(error)}`)
  }
}
