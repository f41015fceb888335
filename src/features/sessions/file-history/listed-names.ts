import { below, isWithin } from './child-path.ts'
import type { Directories } from './directories.ts'

/** What git names below a directory. */
export interface Named {
  /** Absolute, without our own. */
  readonly files: readonly string[]
  readonly nested: readonly string[]
  /** Directories that were plain when it was read. */
  readonly parents: ReadonlySet<string>
  /** All that it names was in order; what was refused may be so the next time. */
  readonly whole: boolean
}

/** No file of a work tree has such a part in its name. */
const ODD_PART = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/

const DOT = '.'.charCodeAt(0)

/** From the slash on. */
const mayBeOdd = (name: string, from: number): boolean =>
  name.length === from || (name.charCodeAt(from) === DOT && ODD_PART.test(name.slice(from)))

/** Takes names from the top of an area one by one: an index may hold any, and a link may stand where it had a directory. */
export class ListedNames {
  readonly #directory: string
  readonly #directories: Directories
  /** Our own directory, when it lies in the area: names in it are nobody's work. */
  readonly #own: string | undefined
  readonly #files: string[] = []
  readonly #nested = new Set<string>()
  readonly #parents = new Set<string>()
  #refused = 0
  #last = ''
  /** With its slash: the last directory that was found to be plain, from the top of the area. */
  #above = ''

  constructor(at: {
    readonly directory: string
    readonly directories: Directories
    readonly ownDirectory: string
  }) {
    this.#directory = at.directory
    this.#directories = at.directories
    const { directory, ownDirectory: own } = at
    const mayMeet = directory === '/' || isWithin(directory, own) || isWithin(own, directory)
    this.#own = mayMeet ? own : undefined
  }

  get files(): readonly string[] {
    return this.#files
  }

  /** Answers whether it is one of the files now. */
  take(name: string, kind: 'file' | 'nested'): boolean {
    if (!this.#isBelow(name)) {
      this.#refused += 1
      return false
    }
    // A file in conflict has several lines, one behind the other.
    const isAgain = name === this.#last
    this.#last = name
    const path = below(this.#directory, name)
    if (kind === 'nested') this.#nested.add(path)
    if (kind === 'nested' || isAgain) return false
    if (this.#own !== undefined && isWithin(this.#own, path)) return false
    this.#files.push(path)
    return true
  }

  named(): Named {
    const plain = [...this.#parents].map(parent => below(this.#directory, parent.slice(0, -1)))
    return {
      files: this.#files,
      nested: [...this.#nested],
      parents: new Set(plain),
      whole: this.#refused === 0,
    }
  }

  #isBelow(name: string): boolean {
    const slash = name.lastIndexOf('/')
    // Names come in order: most stand where the one before stood.
    if (slash === this.#above.length - 1 && name.startsWith(this.#above) && !mayBeOdd(name, slash + 1))
      return true
    if (ODD_PART.test(name)) return false
    if (slash === -1) {
      this.#above = ''
      return true
    }
    const isBelow = this.#directories.isPlain(below(this.#directory, name.slice(0, slash)))
    if (!isBelow) return false
    this.#above = name.slice(0, slash + 1)
    this.#parents.add(this.#above)
    return true
  }
}

/** While no link took the place of a directory, the same names mean the same. */
export const areStillPlain = ({ parents }: Named, directories: Directories): boolean => {
  for (const parent of parents) if (!directories.isPlain(parent)) return false
  return true
}
