import { join } from 'node:path'
import type { MemoryIndexState } from '../../protocol/memory.ts'
import { missingIn } from './index-text.ts'
import type { MemoryDirectory } from './memory-directory.ts'

/** Where the index and the files do not match, for the person: nothing of it is told to the model. */
export const examineIndex = (directory: MemoryDirectory): MemoryIndexState => {
  const names = directory.names()
  const forgotten = new Set(directory.record().forgotten)
  const pathOf = (file: string): string => join(directory.path, file)
  return {
    missing: missingIn(directory.index()?.text ?? '', new Set(names)).map(pathOf),
    leftOut: names.filter(file => forgotten.has(file)).map(pathOf),
    memories: directory.list().map(({ file, path, name, type, modified, mtimeMs }) => ({
      path,
      title: name?.trim() || file,
      ...(type === undefined ? {} : { kind: type }),
      modifiedMs: modified === undefined ? mtimeMs : Date.parse(modified),
    })),
  }
}
