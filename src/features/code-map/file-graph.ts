import { posix } from 'node:path'
import type { CodeIndex } from './code-index.ts'
import { wordNumber } from './scan-file.ts'

export interface Use {
  readonly file: number
  readonly weight: number
}

/** A name that so many files introduce says nothing of who is meant. */
const MOST_DEFINERS = 4
/** A file that names another one uses it. */
const NAMED = 3
/** A word that hardly means anything else, in a file that does not say where it takes it from. */
const DISTINCT = 0.25
/** After more changes than that, making it anew is less work. */
const MOST_UPDATED = 100

/** Who uses whom, by the names that files introduce and mention, and by those of files. Follows changes of the index. */
export class FileGraph {
  readonly paths: string[]
  /** For each file, those it uses, by their place in `paths`, and how much. */
  readonly uses: (readonly Use[])[] = []
  readonly #index: CodeIndex
  readonly #numbers: Map<string, number>
  readonly #definers = new Definers()
  readonly #counts = new Map<number, number>()
  /** What each file introduced, and which words of others were counted in it. */
  readonly #defined: (readonly string[])[] = []
  readonly #counted: (readonly number[])[] = []
  /** By directory and what is imported there; until there are other files. */
  readonly #resolved = new Map<string, Map<string, number | undefined>>()
  #users: Map<number, { from: number; weight: number }[]> | undefined

  constructor(index: CodeIndex) {
    this.#index = index
    this.paths = [...index.files.keys()]
    this.#numbers = new Map(this.paths.map((path, number) => [path, number]))
    for (const [file, path] of this.paths.entries()) this.#introduce(file, path)
    for (const file of this.paths.keys()) this.#connect(file)
  }

  /** False: so much changed that another one has to be made. A file that is gone stays, and uses nothing. */
  update(changed: ReadonlySet<string>): boolean {
    if (changed.size > MOST_UPDATED) return false
    const files = new Set<number>()
    const words = new Set<number>()
    for (const path of changed) {
      if (!this.#numbers.has(path)) this.#resolved.clear()
      const file = this.#numbers.get(path) ?? this.paths.push(path) - 1
      this.#numbers.set(path, file)
      files.add(file)
      const before = this.#defined[file] ?? []
      for (const name of before) this.#definers.remove(name, file)
      this.#introduce(file, path)
      const now = new Set(this.#defined[file])
      const other = [...before.filter(name => !now.delete(name)), ...now]
      for (const name of other) words.add(wordNumber(name))
    }
    if (words.size > 0)
      for (const [file, path] of this.paths.entries())
        if (hasOne(this.#index.factsOf(path)?.words, words)) files.add(file)
    for (const file of files) this.#connect(file)
    this.#users = undefined
    return true
  }

  numberOf(path: string): number | undefined {
    return this.#numbers.get(path)
  }

  /** How often files use the name of another. */
  mentions(name: string): number {
    return this.#counts.get(wordNumber(name)) ?? 0
  }

  /** Where the file is used, most of all first. */
  users(path: string): readonly string[] {
    this.#users ??= turned(this.uses)
    const found = this.#users.get(this.#numbers.get(path) ?? -1) ?? []
    return found
      .map(({ from, weight }) => ({ path: this.paths[from] ?? '', weight }))
      .sort((a, b) => b.weight - a.weight || (a.path < b.path ? -1 : 1))
      .map(({ path: user }) => user)
  }

  #introduce(file: number, path: string): void {
    const names = (this.#index.factsOf(path)?.defines ?? []).filter(name => name.length > 2)
    this.#defined[file] = names
    for (const name of names) this.#definers.add(name, file)
  }

  #connect(from: number): void {
    for (const word of this.#counted[from] ?? []) this.#counts.set(word, (this.#counts.get(word) ?? 1) - 1)
    const path = this.paths[from] ?? ''
    const facts = this.#index.factsOf(path)
    const imported = new Set<number>()
    const directory = posix.dirname(path)
    const resolved = this.#resolved.getOrInsertComputed(directory, () => new Map())
    for (const named of facts?.imports ?? []) {
      const file = resolved.getOrInsertComputed(named, () => resolveImport(directory, named, this.#numbers))
      if (file !== undefined && file !== from) imported.add(file)
    }
    // Where files name each other, a word by chance is none of a use.
    const isExact = imported.size > 0
    const weights = new Map<number, number>()
    for (const file of imported) weights.set(file, NAMED)
    const counted: number[] = []
    for (const word of facts?.words ?? []) {
      const files = this.#definers.get(word)
      if (!files || files.length > MOST_DEFINERS) continue
      for (const file of files) {
        const weight = !isExact || imported.has(file) ? 1 : this.#definers.isDistinct(word) ? DISTINCT : 0
        if (file === from || weight === 0) continue
        weights.set(file, (weights.get(file) ?? 0) + weight / files.length)
        this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
        counted.push(word)
      }
    }
    this.#counted[from] = counted
    this.uses[from] = [...weights].map(([file, weight]): Use => ({ file, weight }))
  }
}

/** `words` are in order. */
const hasOne = (words: Uint32Array | undefined, wanted: ReadonlySet<number>): boolean => {
  if (!words) return false
  for (const word of wanted) {
    let [from, to] = [0, words.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((words[middle] ?? 0) < word) from = middle + 1
      else to = middle
    }
    if (words[from] === word) return true
  }
  return false
}

const SLOTS = 1 << 20

/** Which files introduce a word. Most words nobody introduces, and a look into a table of bytes tells. */
class Definers {
  readonly #files = new Map<number, number[]>()
  readonly #distinct = new Set<number>()
  readonly #slots = new Uint8Array(SLOTS)

  add(name: string, file: number): void {
    const word = wordNumber(name)
    this.#slots[word & (SLOTS - 1)] = 1
    const files = this.#files.get(word)
    if (files) {
      if (!files.includes(file)) files.push(file)
      return
    }
    this.#files.set(word, [file])
    if (/\p{Ll}\p{Lu}|_|^.{10}/u.test(name)) this.#distinct.add(word)
  }

  remove(name: string, file: number): void {
    const word = wordNumber(name)
    const left = (this.#files.get(word) ?? []).filter(each => each !== file)
    if (left.length > 0) this.#files.set(word, left)
    else this.#files.delete(word)
  }

  get(word: number): readonly number[] | undefined {
    return this.#slots[word & (SLOTS - 1)] === 1 ? this.#files.get(word) : undefined
  }

  isDistinct(word: number): boolean {
    return this.#distinct.has(word) && this.#files.get(word)?.length === 1
  }
}

const turned = (uses: FileGraph['uses']): Map<number, { from: number; weight: number }[]> => {
  const users = new Map<number, { from: number; weight: number }[]>()
  for (const [from, used] of uses.entries())
    for (const { file, weight } of used) {
      // A word alone may be a chance.
      if (weight < 0.5) continue
      const known = users.get(file)
      if (known) known.push({ from, weight })
      else users.set(file, [{ from, weight }])
    }
  return users
}

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '/index.ts', '/index.tsx', '/index.js']

const resolveImport = (
  directory: string,
  named: string,
  numbers: ReadonlyMap<string, number>,
): number | undefined => {
  const path = posix.join(directory, named)
  for (const ending of ENDINGS) {
    const file = numbers.get(path + ending)
    if (file !== undefined) return file
  }
  // In TypeScript a file is named as what it is compiled to.
  return numbers.get(path.replace(/\.js(x?)$/, '.ts$1')) ?? numbers.get(path.replace(/\.mjs$/, '.mts'))
}
