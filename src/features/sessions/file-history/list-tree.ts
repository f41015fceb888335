import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunGit } from './git-runner.ts'
import { isRepository } from './repository.ts'

export interface Area {
  readonly directory: string
  readonly git: boolean
  /** Absolute. */
  readonly paths: readonly string[]
}

export interface TreeList {
  readonly areas: readonly Area[]
  /** Directories that were not, or not wholly, looked through. */
  readonly cut: readonly string[]
}

export interface ListLimits {
  readonly maxFiles: number
  /** Whether there is still time; lets other work have its turn. */
  goOn(): Promise<boolean> | boolean
  /** Where this program keeps its own files: no part of anybody's work. */
  readonly ownDirectory: string
}

/** How a tracked file is listed; others have a question mark, so that no name can pass for such a line. */
const STAGED = /^[A-Z] (\d{6}) [0-9a-f]{40,64} [0-3]\t/
const OTHER = '? '
const SUBMODULE = '160000'
const MAX_LIST_BYTES = 32 * 1024 * 1024

/**
 * Files below the directories. Where git keeps a directory, what git ignores is left out; a repository within another
 * is an area of its own. Links are listed, never followed.
 */
export const listTree = async (
  roots: readonly string[],
  limits: ListLimits,
  git: RunGit,
): Promise<TreeList> => {
  const work = new Listing(limits, git)
  for (const root of roots) await work.take(root, { inside: insideRepository(root) })
  return work
}

const insideRepository = (directory: string): boolean => {
  for (let at = directory; ; at = join(at, '..')) {
    if (isRepository(at)) return true
    if (at === join(at, '..')) return false
  }
}

class Listing implements TreeList {
  readonly areas: Area[] = []
  readonly cut: string[] = []
  readonly #limits: ListLimits
  readonly #git: RunGit
  readonly #taken = new Set<string>()
  readonly #plain = new Map<string, boolean>()
  #count = 0

  constructor(limits: ListLimits, git: RunGit) {
    this.#limits = limits
    this.#git = git
  }

  async take(directory: string, { inside }: { readonly inside: boolean }): Promise<void> {
    if (this.#taken.has(directory)) return
    this.#taken.add(directory)
    if (this.#isOwn(directory)) return
    if (!(await this.#limits.goOn()) || this.#room() === 0) {
      this.cut.push(directory)
      return
    }
    if (!inside) return await this.#walk(directory)
    const answer = await this.#git({
      cwd: directory,
      args: ['ls-files', '-z', '-t', '--stage', '--others', '--exclude-standard'],
      timeoutMs: 2000,
      maxBytes: MAX_LIST_BYTES,
    })
    if (answer.kind === 'ok') return await this.#takeNames(directory, answer.output)
    if (answer.why === 'refused') return await this.#walk(directory)
    this.cut.push(directory)
  }

  #isOwn(path: string): boolean {
    const { ownDirectory } = this.#limits
    return path === ownDirectory || path.startsWith(`${ownDirectory}/`)
  }

  /** An index may hold any name, and a link may stand where it had a directory: neither leads out. */
  #isBelow(directory: string, name: string): boolean {
    const parts = name.replace(/\/$/, '').split('/')
    if (parts.some(part => part === '' || part === '.' || part === '..' || part === '.git')) return false
    let at = directory
    for (const part of parts.slice(0, -1)) {
      at = `${at}/${part}`
      const known = this.#plain.get(at) ?? isPlainDirectory(at)
      this.#plain.set(at, known)
      if (!known) return false
    }
    return true
  }

  #room(): number {
    return this.#limits.maxFiles - this.#count
  }

  async #takeNames(directory: string, output: Buffer): Promise<void> {
    const names = new Set<string>()
    const nested = new Set<string>()
    for (const line of output.toString('utf8').split('\0')) {
      const staged = STAGED.exec(line)
      const name = staged
        ? line.slice(staged[0].length)
        : line.startsWith(OTHER)
          ? line.slice(OTHER.length)
          : ''
      if (!this.#isBelow(directory, name)) continue
      if (staged?.[1] === SUBMODULE) nested.add(name)
      else if (name.endsWith('/')) nested.add(name.slice(0, -1))
      else if (name !== '') names.add(name)
    }
    const room = this.#room()
    const all = [...names].map(name => `${directory}/${name}`).filter(path => !this.#isOwn(path))
    if (all.length > room) this.cut.push(directory)
    const paths = all.slice(0, room)
    this.#count += paths.length
    this.areas.push({ directory, git: true, paths })
    for (const name of nested)
      if (isPlainDirectory(join(directory, name)) && isRepository(join(directory, name)))
        await this.take(join(directory, name), { inside: true })
  }

  async #walk(root: string): Promise<void> {
    const paths: string[] = []
    const directories = [root]
    for (let at = directories.shift(); at !== undefined; at = directories.shift()) {
      if (!(await this.#limits.goOn()) || this.#room() === 0) {
        this.cut.push(at, ...directories)
        break
      }
      for (const entry of entriesOf(at)) {
        const path = join(at, entry.name)
        if (entry.isDirectory()) {
          if (entry.name === '.git' || this.#isOwn(path)) continue
          if (isRepository(path)) await this.take(path, { inside: true })
          else directories.push(path)
        } else if (entry.isFile() || entry.isSymbolicLink()) {
          if (this.#room() === 0) {
            this.cut.push(at)
            break
          }
          paths.push(path)
          this.#count += 1
        }
      }
    }
    this.areas.push({ directory: root, git: false, paths })
  }
}

const isPlainDirectory = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Out of reach: then nothing below it can be covered.
    return false
  }
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
