import { hash as digest } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languageOf } from './languages.ts'
import type { OutlineRow } from './outline.ts'
import { isGenerated, MOST_SOURCE_BYTES, readSource, sourceStats } from './read-source.ts'
import { createScanner, type FileFacts } from './scan-file.ts'

/** What is known of a content, whatever file it is in. */
export interface CodeFacts extends FileFacts {
  /** Once it was wanted. */
  outline?: readonly OutlineRow[]
}

export interface CodeFile {
  /** Below the root, with slashes. */
  readonly path: string
  mtimeMs: number
  size: number
  /** Of its content. */
  hash: string
}

/** More files than that are not looked at. */
const MOST_FILES = 60_000
/** Files are looked at again for so long before an answer; the others follow behind it. */
const LOOK_MS = 25
/** A file in a directory without code is noticed after so long. */
const LIST_AGAIN_MS = 60_000

const timeOf = (directory: string): number =>
  statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN

const timesOf = (root: string, paths: Iterable<string>): ReadonlyMap<string, number> => {
  const directories = new Map<string, number>()
  for (const path of paths)
    for (let at = dirname(path); !directories.has(at); at = dirname(at))
      directories.set(at, timeOf(join(root, at)))
  return directories
}

/** What changed with a look: paths of files that are other ones, new or gone. */
export interface Changes {
  readonly changed: ReadonlySet<string>
  /** Files that were not looked at. */
  readonly isPart: boolean
}

/** The code files below a directory with what is known of each, kept up to date. Lives in a thread of its own. */
export class CodeIndex {
  readonly root: string
  readonly files = new Map<string, CodeFile>()
  /** By hash. */
  readonly facts = new Map<string, CodeFacts>()
  readonly #now: () => number
  readonly #scan = createScanner()
  /** Thousands of files are read into it, one after the other. */
  readonly #buffer = new Uint8Array(MOST_SOURCE_BYTES)
  /** Where the next look goes on. */
  #next = 0
  #order: readonly CodeFile[] = []
  #listedAt = Number.NEGATIVE_INFINITY
  /** When something came into them or went. */
  #directories: ReadonlyMap<string, number> = new Map()

  constructor(root: string, now: () => number) {
    this.root = root
    this.#now = now
  }

  factsOf(path: string): CodeFacts | undefined {
    const file = this.files.get(path)
    return file && this.facts.get(file.hash)
  }

  /** From now on these are the files. Those that are new are read; the first time, all that are other ones than before. */
  list(paths: Iterable<string>): ReadonlySet<string> {
    const changed = new Set<string>()
    const isFirst = this.#order.length === 0
    const listed = new Set<string>()
    for (const path of paths) {
      if (listed.size >= MOST_FILES) break
      if (languageOf(path) === undefined || path.startsWith('../')) continue
      listed.add(path)
    }
    for (const path of this.files.keys())
      if (!listed.has(path)) {
        this.files.delete(path)
        changed.add(path)
      }
    for (const path of listed) if ((isFirst || !this.files.has(path)) && this.#look(path)) changed.add(path)
    this.#listedAt = this.#now()
    this.#directories = timesOf(this.root, this.files.keys())
    this.#order = [...this.files.values()]
    this.#next = 0
    if (changed.size > 0) this.#forget()
    return changed
  }

  /** Files may have come or gone since they were listed. */
  get isListed(): boolean {
    if (this.#now() - this.#listedAt > LIST_AGAIN_MS) return false
    for (const [directory, time] of this.#directories)
      if (timeOf(join(this.root, directory)) !== time) return false
    return true
  }

  /** Looks whether files are still what they were: `first` in any case, the others as long as there is time. */
  refresh(first: Iterable<string>, ms = LOOK_MS): Changes {
    const until = this.#now() + ms
    const changed = new Set<string>()
    for (const path of first) if (this.files.has(path) && this.#look(path)) changed.add(path)
    const total = this.#order.length
    let looked = 0
    for (; looked < total; looked += 1) {
      if (looked % 64 === 63 && this.#now() > until) break
      const file = this.#order[this.#next]
      this.#next = (this.#next + 1) % Math.max(1, total)
      if (file && this.#look(file.path)) changed.add(file.path)
    }
    if (changed.size > 0) this.#forget()
    return { changed, isPart: looked < total }
  }

  /** Whether the file is another one than before. */
  #look(path: string): boolean {
    const whole = join(this.root, path)
    const stats = sourceStats(whole)
    const known = this.files.get(path)
    if (!stats) return this.files.delete(path)
    if (known && known.mtimeMs === stats.mtimeMs && known.size === stats.size) return false
    const data = readSource(whole, this.#buffer)
    if (!data) return this.files.delete(path)
    const hash = digest('sha1', data, 'base64')
    const { mtimeMs, size } = stats
    const isSame = known?.hash === hash
    if (known) Object.assign(known, { mtimeMs, size, hash })
    else this.files.set(path, { path, mtimeMs, size, hash })
    if (!this.facts.has(hash)) this.facts.set(hash, this.#factsIn(path, data))
    return !isSame
  }

  #factsIn(path: string, data: Uint8Array): CodeFacts {
    const language = languageOf(path)
    if (!language || isGenerated(data))
      return { defines: [], words: new Uint32Array(), imports: [], outline: [] }
    return this.#scan(data, language)
  }

  /** Of contents that no file has any more, only a few are kept: a branch is left and come back to. */
  #forget(): void {
    const most = this.files.size * 2 + 200
    if (this.facts.size <= most) return
    const used = new Set([...this.files.values()].map(({ hash }) => hash))
    for (const hash of this.facts.keys()) {
      if (this.facts.size <= this.files.size + 100) return
      if (!used.has(hash)) this.facts.delete(hash)
    }
  }
}
