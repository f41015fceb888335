import type { Directories } from './directories.ts'
import { areStillPlain, ListedNames, type Named } from './listed-names.ts'
import type { NotedIndex, Repositories, RepositoryNotes } from './repository.ts'

/** What git tracks below a directory, by its index: the same object while both are the same. */
export interface Tracked extends Named {
  readonly notes: RepositoryNotes
  readonly noted: NotedIndex
  /** For each of the files: its number in the index. */
  readonly entries: readonly number[]
}

export interface TrackedLook {
  readonly directories: Directories
  /** When it began, by the wall clock. */
  readonly started: number
  /** Where this program keeps its own files. */
  readonly ownDirectory: string
}

/** Reads the lists of tracked files from the indexes: far cheaper than to have git write them down and to read that. */
export class TrackedFiles {
  readonly #repositories: Repositories
  readonly #last = new Map<string, Tracked>()

  constructor(repositories: Repositories) {
    this.#repositories = repositories
  }

  /** `undefined`: only git can tell. */
  below(directory: string, look: TrackedLook): Tracked | undefined {
    const notes = this.#repositories.around(directory, look.started)
    if (!notes?.noted) return undefined
    const { noted, top } = notes
    if (directory !== top && !directory.startsWith(top.endsWith('/') ? top : `${top}/`)) return undefined
    const last = this.#last.get(directory)
    const isSame = last?.whole && last.noted === noted && last.notes.top === top
    if (isSame && areStillPlain(last, look.directories)) return last
    const tracked = readTracked(directory, look, { ...notes, noted })
    this.#last.set(directory, tracked)
    return tracked
  }

  /** Once git has answered: nobody changed the index meanwhile, and it means what we take it for. */
  async isTrue({ notes, noted }: Tracked, { started }: Pick<TrackedLook, 'started'>): Promise<boolean> {
    if (!(await this.#repositories.isUsual(notes))) return false
    return this.#repositories.indexIn(notes.gitDirectory, started) === noted
  }
}

const readTracked = (
  directory: string,
  look: TrackedLook,
  notes: RepositoryNotes & { readonly noted: NotedIndex },
): Tracked => {
  const { noted, top } = notes
  const { index } = noted
  const start =
    directory === top ? '' : `${directory.slice(top.endsWith('/') ? top.length : top.length + 1)}/`
  const names = new ListedNames({ directory, ...look })
  const entries: number[] = []
  // One loop and nothing made on the way: it runs before the first command, when no engine has warmed up to it.
  for (let entry = 0; entry < index.paths.length; entry += 1) {
    const path = index.paths[entry] ?? ''
    if (start !== '' && !path.startsWith(start)) continue
    const kind = index.isSubmodule(entry) ? 'nested' : 'file'
    if (names.take(start === '' ? path : path.slice(start.length), kind)) entries.push(entry)
  }
  return { ...names.named(), notes, noted, entries }
}
