import type { Stats } from 'node:fs'
import { dirname } from 'node:path'
import { lookAny } from './stamp.ts'

/** The directories of one look at the working directories, each looked at once. */
export class Directories {
  readonly #roots: ReadonlySet<string>
  readonly #stats = new Map<string, Stats | undefined>()
  readonly #plain = new Map<string, boolean>()

  /** @param roots real paths: what is above them is not asked about */
  constructor(roots: readonly string[]) {
    this.#roots = new Set(roots)
  }

  /** `undefined` for what is no directory: a link to one is none either. */
  look(directory: string): Stats | undefined {
    if (this.#stats.has(directory)) return this.#stats.get(directory)
    const stats = lookAny(directory)
    const found = stats?.isDirectory() ? stats : undefined
    this.#stats.set(directory, found)
    return found
  }

  /** It and all directories above it up to a working directory are directories: what is named below it is below it. */
  isPlain(directory: string): boolean {
    const known = this.#plain.get(directory)
    if (known !== undefined) return known
    const above = dirname(directory)
    const isTop = this.#roots.has(directory) || above === directory
    const plain = (isTop || this.isPlain(above)) && this.look(directory) !== undefined
    this.#plain.set(directory, plain)
    return plain
  }
}
