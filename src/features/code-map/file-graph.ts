import { posix } from 'node:path'
import type { CodeIndex } from './code-index.ts'
import { wordNumber } from './scan-file.ts'

/** Who uses whom, by the names that files introduce and mention. */
export interface FileGraph {
  readonly paths: readonly string[]
  /** For each file, those it uses, by their place in `paths`, and how much. */
  readonly uses: readonly (readonly Use[])[]
  /** In how many other files the name is mentioned. */
  mentions(name: string): number
  /** Where it is used, most of all first. */
  users(path: string): readonly string[]
  numberOf(path: string): number | undefined
}

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

export const createFileGraph = (index: CodeIndex): FileGraph => {
  const paths = [...index.files.keys()]
  const numbers = new Map(paths.map((path, number) => [path, number]))
  const definers = definersIn(index, paths)
  const counts = new Map<number, number>()
  const uses = paths.map((path, from) => {
    const facts = index.factsOf(path)
    if (!facts) return []
    const imported = new Set<number>()
    for (const named of facts.imports) {
      const file = resolveImport(path, named, numbers)
      if (file !== undefined && file !== from) imported.add(file)
    }
    // Where files name each other, a word by chance is none of a use.
    const isExact = imported.size > 0
    const weights = new Map<number, number>([...imported].map(file => [file, NAMED]))
    for (const word of facts.words) {
      const files = definers.get(word)
      if (!files || files.length > MOST_DEFINERS) continue
      for (const file of files) {
        const weight = !isExact || imported.has(file) ? 1 : definers.isDistinct(word) ? DISTINCT : 0
        if (file === from || weight === 0) continue
        weights.set(file, (weights.get(file) ?? 0) + weight / files.length)
        counts.set(word, (counts.get(word) ?? 0) + 1)
      }
    }
    return [...weights].map(([file, weight]): Use => ({ file, weight }))
  })
  let users: Map<number, { from: number; weight: number }[]> | undefined
  return {
    paths,
    uses,
    numberOf: path => numbers.get(path),
    mentions: name => counts.get(wordNumber(name)) ?? 0,
    users(path) {
      users ??= turned(uses)
      const found = users.get(numbers.get(path) ?? -1) ?? []
      return found.toSorted((a, b) => b.weight - a.weight).map(({ from }) => paths[from] ?? '')
    },
  }
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
    if (!files) this.#files.set(word, [file])
    else if (files.at(-1) !== file) files.push(file)
    if (/\p{Ll}\p{Lu}|_|^.{10}/u.test(name)) this.#distinct.add(word)
  }

  get(word: number): readonly number[] | undefined {
    return this.#slots[word & (SLOTS - 1)] === 1 ? this.#files.get(word) : undefined
  }

  isDistinct(word: number): boolean {
    return this.#distinct.has(word) && this.#files.get(word)?.length === 1
  }
}

const definersIn = (index: CodeIndex, paths: readonly string[]): Definers => {
  const definers = new Definers()
  for (const [file, path] of paths.entries())
    for (const name of index.factsOf(path)?.defines ?? []) if (name.length > 2) definers.add(name, file)
  return definers
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
  from: string,
  named: string,
  numbers: ReadonlyMap<string, number>,
): number | undefined => {
  const path = posix.join(posix.dirname(from), named)
  for (const ending of ENDINGS) {
    const file = numbers.get(path + ending)
    if (file !== undefined) return file
  }
  // In TypeScript a file is named as what it is compiled to.
  return numbers.get(path.replace(/\.js(x?)$/, '.ts$1')) ?? numbers.get(path.replace(/\.mjs$/, '.mts'))
}
