import { lstatSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isSessionId } from './project-key.ts'
import { sessionFileError } from './session-error.ts'

export interface SessionFileFacts {
  readonly id: string
  readonly path: string
  readonly mtimeMs: number
  readonly bytes: number
}

/** Directories that hold the sessions of one project each. */
export const projectDirectories = (configHome: string): readonly string[] =>
  namesIn(join(configHome, 'projects')).map(name => join(configHome, 'projects', name))

/** Plain, non-empty session files of these directories, newest first. */
export const sessionFilesIn = (directories: readonly string[]): readonly SessionFileFacts[] => {
  const files: SessionFileFacts[] = []
  for (const directory of directories)
    for (const name of namesIn(directory)) {
      const id = basename(name, '.jsonl')
      if (id === name || !isSessionId(id)) continue
      const path = join(directory, name)
      const facts = lstatSync(path, { throwIfNoEntry: false })
      if (facts?.isFile() && facts.size > 0)
        files.push({ id, path, mtimeMs: facts.mtimeMs, bytes: facts.size })
    }
  return files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.id < b.id ? -1 : 1))
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw sessionFileError(error, 'look_for', directory)
  }
}
