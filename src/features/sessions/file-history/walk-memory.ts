import { readdirSync } from 'node:fs'
import { below } from './child-path.ts'
import type { Directories } from './directories.ts'
import { isRepository } from './repository.ts'
import { isFresh, isSameStamp, type Stamp, stampOf } from './stamp.ts'

/** What is in one directory, by whole paths: each is made once, and what looks it up again finds it faster. */
export interface Inside {
  /** Regular files and links. */
  readonly files: readonly string[]
  /** Without git's own. */
  readonly directories: readonly string[]
  /** Pipes, sockets and devices. */
  readonly specials: readonly string[]
  readonly repository: boolean
}

const NOTHING: Inside = { files: [], directories: [], specials: [], repository: false }

/** Reads directories, and one that has not changed since only once. */
export class WalkMemory {
  readonly #known = new Map<string, { readonly stamp: Stamp; readonly inside: Inside }>()

  /** `started`: when this look began, by the wall clock. */
  read(directory: string, at: { readonly directories: Directories; readonly started: number }): Inside {
    const stats = at.directories.look(directory)
    if (!stats) return NOTHING
    const known = this.#known.get(directory)
    if (known && isSameStamp(known.stamp, stats)) return known.inside
    const inside = readInside(directory)
    // Seen before it was read: what is put into it from now on changes its times again.
    if (isFresh(stats, at.started)) this.#known.delete(directory)
    else this.#known.set(directory, { stamp: stampOf(stats), inside })
    return inside
  }
}

const readInside = (directory: string): Inside => {
  const files: string[] = []
  const directories: string[] = []
  const specials: string[] = []
  let hasGit = false
  for (const entry of entriesOf(directory)) {
    if (entry.name === '.git') hasGit = true
    if (entry.isFile() || entry.isSymbolicLink()) files.push(below(directory, entry.name))
    else if (!entry.isDirectory()) specials.push(below(directory, entry.name))
    else if (entry.name !== '.git') directories.push(below(directory, entry.name))
  }
  return { files, directories, specials, repository: hasGit && isRepository(directory) }
}

const entriesOf = (directory: string) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Gone meanwhile, or not ours to read: then nothing of it can be covered.
    return []
  }
}
