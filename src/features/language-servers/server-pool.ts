import { readFileSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import type { ProgramStart } from '../../lib/git/start-git.ts'
import { OpenServer } from './open-server.ts'
import type { LanguageServer } from './server-config.ts'

export interface ServerWish {
  readonly server: LanguageServer
  /** Real path of the directory it works on. */
  readonly root: string
  /** What two wishes must have in common to share a server, beside its row and its directory. */
  readonly how: string
  /** A session; the last of them that goes takes the server with it. */
  readonly owner: object
  /** How it is started; rejects, in words, where it must not be. */
  start(): Promise<ProgramStart>
}

export interface ServerState {
  readonly name: string
  readonly root: string
  readonly state: 'starting' | 'running' | 'failed'
  /** Why it failed. */
  readonly why?: string
  /** It is tried once more when it is needed. */
  readonly again?: boolean
  readonly pid?: number
}

interface Entry {
  readonly name: string
  readonly root: string
  readonly owners: Set<object>
  opened?: Promise<OpenServer>
  /** Its process, from the beginning. */
  process?: OpenServer | undefined
  /** Once it has answered. */
  ready?: OpenServer
  /** Nobody wants it any more. */
  isOver?: true
  failures: number
  notBefore: number
  why?: string
  lastUse: number
}

export interface PoolOptions {
  /** Monotonic milliseconds. */
  elapsed(): number
  /** Without a question for so long it ends. */
  readonly idleMs?: number
  /** It and what it started may take so much memory. */
  readonly maxBytes?: number
}

const IDLE_MS = 10 * 60_000
const LOOK_MS = 10_000
const MAX_BYTES = 4 * 1024 ** 3
const BACK_OFF_MS = 1_000

/** The language servers of a host: one for each row and directory, whoever asks. */
export class ServerPool implements AsyncDisposable {
  readonly #options: PoolOptions
  readonly #entries = new Map<string, Entry>()
  #clock: ReturnType<typeof setInterval> | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Starts it where it does not run yet; undefined: it cannot be had now. */
  async get(wish: ServerWish): Promise<OpenServer | undefined> {
    const { server, root, owner } = wish
    const key = JSON.stringify([server, root, wish.how])
    const entry = this.#entries.getOrInsertComputed(key, () => newEntry(server.name, root))
    entry.owners.add(owner)
    entry.lastUse = this.#options.elapsed()
    if (!entry.opened) {
      if (entry.failures > server.maxRestarts || entry.notBefore > entry.lastUse) return undefined
      entry.opened = this.#open(entry, wish)
      this.#watch()
    }
    return await entry.opened.catch(() => undefined)
  }

  states(owner?: object): readonly ServerState[] {
    return [...this.#entries.values()]
      .filter(({ owners }) => owner === undefined || owners.has(owner))
      .map(({ name, root, ready, opened, why, process, failures }) => {
        const pid = process?.client.pid
        return {
          name,
          root,
          state: opened ? (ready ? 'running' : 'starting') : 'failed',
          ...(opened || why === undefined ? {} : { why, again: failures <= 3 }),
          ...(opened && pid !== undefined ? { pid } : {}),
        }
      })
  }

  /** Those that run and are ready, of one session. */
  running(owner: object): readonly OpenServer[] {
    return [...this.#entries.values()].flatMap(({ owners, ready }) =>
      owners.has(owner) && ready ? [ready] : [],
    )
  }

  /** The session is over. */
  async release(owner: object): Promise<void> {
    const left = [...this.#entries].filter(([, { owners }]) => owners.delete(owner) && owners.size === 0)
    await Promise.all(left.map(([key, entry]) => this.#end(key, entry)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#entries].map(([key, entry]) => this.#end(key, entry)))
  }

  async #open(entry: Entry, { server, root, start }: ServerWish): Promise<OpenServer> {
    let opened: OpenServer | undefined
    try {
      const program = await start()
      if (entry.isOver) throw new Error('it is not wanted any more')
      opened = new OpenServer({ server, root, start: program })
      const { client } = opened
      entry.process = opened
      void client.ended.then(why => this.#ended(entry, why))
      await opened.ready()
      entry.ready = opened
      return opened
    } catch (error) {
      if (!opened) this.#ended(entry, errorText(error))
      throw error
    }
  }

  /** Each time it takes longer until it is tried again. */
  #ended(entry: Entry, why: string): void {
    delete entry.opened
    delete entry.process
    delete entry.ready
    entry.why = why
    entry.failures += 1
    entry.notBefore = this.#options.elapsed() + BACK_OFF_MS * 4 ** (entry.failures - 1)
  }

  async #end(key: string, entry: Entry): Promise<void> {
    this.#entries.delete(key)
    if (this.#entries.size === 0) {
      clearInterval(this.#clock)
      this.#clock = undefined
    }
    entry.isOver = true
    // One that does not answer yet has nothing to put away, and nobody waits until it does.
    if (!entry.ready) entry.process?.client.giveUp('it was ended')
    const opened = await entry.opened?.catch(() => undefined)
    await opened?.[Symbol.asyncDispose]()
  }

  #watch(): void {
    const { idleMs = IDLE_MS, maxBytes = MAX_BYTES, elapsed } = this.#options
    this.#clock ??= setInterval(
      () => {
        for (const [key, entry] of this.#entries) {
          if (entry.opened && elapsed() - entry.lastUse > idleMs) void this.#end(key, entry)
          else if (memoryOf(entry.process?.client.pid) > maxBytes)
            entry.process?.client.giveUp('it took too much memory')
        }
      },
      Math.min(LOOK_MS, idleMs),
    )
    this.#clock.unref()
  }
}

const newEntry = (name: string, root: string): Entry => ({
  name,
  root,
  owners: new Set(),
  failures: 0,
  notBefore: 0,
  lastUse: 0,
})

const PAGE_BYTES = 4096
const MOST_PROCESSES = 200

/** Of a process and all it started, where the system shows that in files. */
const memoryOf = (pid: number | undefined): number => {
  let bytes = 0
  const left = pid === undefined ? [] : [pid]
  for (let seen = 0; left.length > 0 && seen < MOST_PROCESSES; seen++) {
    const next = left.pop()
    try {
      bytes += Number(readFileSync(`/proc/${next}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
      const children = readFileSync(`/proc/${next}/task/${next}/children`, 'utf8')
      left.push(...children.split(' ').map(Number).filter(Boolean))
    } catch {
      // It has ended, or this system has other ways.
    }
  }
  return bytes
}
