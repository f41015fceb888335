import { type FSWatcher, realpathSync, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type ReadText, readBounded } from './read-bounded.ts'

export interface WatchOptions {
  /** Every file that counts or would count if it existed; asked anew before each look. */
  files(): readonly string[]
  /** What was read last, file by file; kept up to date here. A change that makes no difference to it is none. */
  readonly known: Map<string, ReadText>
  onChange(files: readonly string[]): void
  /** Stands in for the one of the system. */
  readonly watch?: typeof watch
  readonly pollMs?: number
}

/** Events of one save come in a bunch; editors also write in several steps. */
const QUIET_MS = 100
const POLL_MS = 2_000
/** Directories that come and go faster than that are seen at the next look. */
const MOST_ROUNDS = 5

/**
 * Notices when settings files change, appear or go away. Watches directories, because files are replaced rather than
 * written; where the system cannot, it looks every few seconds. Never keeps the process alive.
 */
export class SettingsWatch implements Disposable {
  readonly #options: WatchOptions
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>()
  /** By directory, the names in it that matter. */
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map()
  #timer: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: WatchOptions) {
    this.#options = options
    // First watch, then look: nothing that happens in between is missed.
    this.#follow()
    this.#later(0)
  }

  /** Soon, and at files that were not asked about before as well. */
  lookAgain(): void {
    this.#later(0)
  }

  [Symbol.dispose](): void {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#poll)
    for (const { watcher } of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #later(delay = QUIET_MS): void {
    clearTimeout(this.#timer)
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), delay).unref()
  }

  #look(): void {
    if (this.#closed) return
    const { files, known, onChange } = this.#options
    if (!this.#poll) this.#follow()
    const changed = [...new Set([...files(), ...known.keys()])].filter(file => {
      const now = readBounded(file)
      if (isDeepStrictEqual(now, known.get(file) ?? { kind: 'absent' })) return false
      known.set(file, now)
      return true
    })
    if (changed.length > 0) onChange(changed)
  }

  /**
   * Holds a watcher on every directory in which something can happen, and no other. A directory that is made after it was
   * looked for and before the one above it is watched would be heard of by nobody: so it is looked for once more.
   */
  #follow(): void {
    for (let begun = true, rounds = 0; begun && rounds < MOST_ROUNDS; rounds++) begun = this.#followNearest()
  }

  /** Whether any watcher had to be started. */
  #followNearest(): boolean {
    const wanted = new Map<string, Set<string>>()
    for (const file of this.#options.files())
      for (const path of [file, realPath(file)]) {
        const { directory, name } = nearest(path)
        wanted.set(directory, (wanted.get(directory) ?? new Set()).add(name))
      }
    this.#names = wanted
    for (const [directory, { watcher, inode }] of this.#watchers)
      if (!wanted.has(directory) || inodeOf(directory) !== inode) {
        watcher.close()
        this.#watchers.delete(directory)
      }
    const missing = [...wanted.keys()].filter(directory => !this.#watchers.has(directory))
    for (const directory of missing) this.#start(directory)
    return missing.length > 0
  }

  #start(directory: string): void {
    const inode = inodeOf(directory)
    if (this.#poll || inode === undefined) return
    try {
      const watcher = (this.#options.watch ?? watch)(directory, { persistent: false }, (_event, name) => {
        // A directory that is itself moved or removed is called by its own name.
        const matters = name === null || name === basename(directory)
        if (matters || this.#names.get(directory)?.has(name)) this.#later()
      })
      watcher.on('error', () => this.#startPolling())
      this.#watchers.set(directory, { watcher, inode })
    } catch {
      // No watchers left, or a file system without them: looking now and then still notices.
      this.#startPolling()
    }
  }

  #startPolling(): void {
    if (this.#closed) return
    for (const { watcher } of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#poll ??= setInterval(() => this.#look(), this.#options.pollMs ?? POLL_MS).unref()
  }
}

const inodeOf = (path: string): number | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isDirectory() ? stats.ino : undefined
}

/** The nearest directory that exists, and the name in it that leads to the file. */
const nearest = (path: string): { readonly directory: string; readonly name: string } => {
  let name = path
  for (;;) {
    const directory = dirname(name)
    if (inodeOf(directory) !== undefined || directory === name) return { directory, name: basename(name) }
    name = directory
  }
}

/** A file behind a link changes somewhere else. */
const realPath = (file: string): string => {
  try {
    return realpathSync.native(file)
  } catch {
    // Not there, or not to be reached: then it can only change where its name is.
    return file
  }
}
