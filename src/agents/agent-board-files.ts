import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../lib/atomic-write.ts'
import { watchDirectory } from '../lib/files/watch-directory.ts'
import type { AgentInfo } from '../protocol/agents/agents.ts'

interface BoardDeps {
  stop(id: string): void
  log(error: unknown): void
}

/** Costs are written at most so often; who begins and ends at once. */
const WRITE_MS = 2_000
const POLL_MS = 2_000
const REQUEST = /^stop-([0-9A-Za-z-]{1,80})$/

/** `board.json` says who is at work; a file `stop-<id>` beside it asks for the end of one. */
export class AgentBoardFiles implements Disposable {
  readonly #directory: string
  readonly #deps: BoardDeps
  readonly #agents = new Map<string, AgentInfo>()
  #timer: NodeJS.Timeout | undefined
  #unwatch: (() => void) | undefined

  constructor(directory: string, deps: BoardDeps) {
    this.#directory = directory
    this.#deps = deps
  }

  saw(info: AgentInfo): void {
    const before = this.#agents.get(info.id)?.status
    this.#agents.set(info.id, info)
    if (before !== info.status) this.#write()
    else this.#timer ??= setTimeout(() => this.#write(), WRITE_MS).unref()
  }

  [Symbol.dispose](): void {
    this.#unwatch?.()
    clearTimeout(this.#timer)
    // Nobody works any more: what there was stands in the session.
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
      const text = JSON.stringify([...this.#agents.values()])
      writeFileAtomically(join(this.#directory, 'board.json'), Buffer.from(text), { mode: 0o600 })
      this.#unwatch ??= watchDirectory(this.#directory, { wake: () => this.#look(), pollMs: POLL_MS })
    } catch (error) {
      this.#deps.log(error)
    }
  }

  #look(): void {
    for (const name of this.#names()) {
      const id = REQUEST.exec(name)?.[1]
      if (id === undefined) continue
      rmSync(join(this.#directory, name), { force: true })
      if (this.#agents.has(id)) this.#deps.stop(id)
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#directory)
    } catch {
      // Gone with its session.
      return []
    }
  }
}
