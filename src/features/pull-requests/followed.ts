import type { ForgeKind } from '../../protocol/agents/pull-requests.ts'
import { type Change, changesSince, type Known } from './changes.ts'
import { type ClientOptions, ForgeClient } from './forge-client.ts'
import type { Asking, Forge } from './forges/forge.ts'
import type { Snapshot } from './snapshot.ts'

const FORGES: Readonly<Record<ForgeKind, () => Promise<Forge>>> = {
  github: async () => (await import('./forges/github.ts')).github,
  gitlab: async () => (await import('./forges/gitlab.ts')).gitlab,
  gitea: async () => (await import('./forges/gitea.ts')).gitea,
}

const MOST_LOG = 6_000
/** Of that many failed checks the log is read; of more than that nobody reads them all. */
const MOST_LOGS = 5

export type Answer = Parameters<Forge['answer']>[1]

/** One pull request at its forge. */
export class FollowedForge {
  readonly #options: ClientOptions
  readonly #client: ForgeClient

  constructor(options: ClientOptions) {
    this.#options = options
    this.#client = new ForgeClient(options)
  }

  get waitUntil(): number {
    return this.#client.waitUntil
  }

  /** Throws ForgeError. */
  async read(signal: AbortSignal): Promise<Snapshot> {
    return await (await this.#forge()).read(this.#at(signal))
  }

  /** What happened, with the ends of logs and whether history was rewritten, as far as the forge tells. */
  async since(known: Known, now: Snapshot, signal: AbortSignal): Promise<readonly Change[]> {
    const forge = await this.#forge()
    let logs = 0
    const told: Change[] = []
    for (const change of changesSince(known, now))
      if (change.kind === 'failed' && change.check.log !== undefined && logs++ < MOST_LOGS)
        told.push(await this.#withLog(change, signal))
      else if (change.kind === 'pushed') {
        const forced = await forge.wasForced?.(this.#at(signal), change.from, change.to)
        told.push(forced === undefined ? change : { ...change, forced })
      } else told.push(change)
    return told
  }

  /** Answers the id that it has there. */
  async answer(answer: Answer, signal: AbortSignal): Promise<string> {
    return await (await this.#forge()).answer(this.#at(signal), answer)
  }

  async headRef(): Promise<string> {
    return (await this.#forge()).headRef(this.#options.address.number)
  }

  async #withLog(change: Extract<Change, { kind: 'failed' }>, signal: AbortSignal): Promise<Change> {
    const forge = await this.#forge()
    const path = forge.logPath(this.#options.address, change.check.log ?? '')
    const log = await this.#client.log(path, MOST_LOG, signal)
    return log === undefined || log.trim() === '' ? change : { ...change, log }
  }

  #forge(): Promise<Forge> {
    return FORGES[this.#options.address.kind]()
  }

  #at(signal: AbortSignal): Asking {
    return { address: this.#options.address, client: this.#client, signal }
  }
}

const LONGEST_MS = 15 * 60_000

/**
 * When to look again, in milliseconds: as often as the settings say; ever less often where nothing happens or nothing can
 * be read; and not before the forge wants to be asked.
 */
export const nextLookMs = (at: {
  readonly pollMs: number
  /** Looks in a row that brought nothing. */
  readonly quiet: number
  /** Looks in a row that failed. */
  readonly failures: number
  readonly waitUntil: number
  readonly now: number
}): number => {
  const slower = at.failures > 0 ? at.failures : Math.floor(at.quiet / 10)
  const pace = Math.min(Math.max(LONGEST_MS, at.pollMs), at.pollMs * 2 ** Math.min(slower, 10))
  return Math.max(pace, at.waitUntil - at.now)
}
