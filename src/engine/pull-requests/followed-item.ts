import type { PullRequestAddress } from '../../features/pull-requests/address.ts'
import { type Change, type Known, knownOf, withOwn } from '../../features/pull-requests/changes.ts'
import { FollowedForge, nextLookMs } from '../../features/pull-requests/followed.ts'
import { ForgeError } from '../../features/pull-requests/forge-error.ts'
import { checksState, type Snapshot } from '../../features/pull-requests/snapshot.ts'
import { errorText } from '../../lib/error-text.ts'
import type { PullRequestInfo } from '../../protocol/agents/pull-requests.ts'
import { pullRequestText } from '../../protocol/messages/engine/pull-requests.ts'
import { runAfter } from '../options/runtime.ts'
import type { FollowOptions } from './options.ts'

/** After a word of the forge it is looked soon, and not for every word of a burst. */
const NUDGE_MS = 2_000

export interface ItemHears {
  /** Something happened; `known` is what has to be kept once it was told. */
  changed(changes: readonly Change[], known: Known): void
  failed(error: ForgeError, inARow: number): void
}

/** One pull request while a session follows it: looks again and again, and tells what is new. */
export class FollowedItem {
  readonly address: PullRequestAddress
  readonly #options: FollowOptions
  readonly #hears: ItemHears
  readonly #closing = new AbortController()
  #forge: Promise<FollowedForge> | undefined
  #seen: Known | undefined
  #now: Snapshot | undefined
  #cancel: (() => void) | undefined
  #looking: Promise<void> | undefined
  #again = false
  #quiet = 0
  #failures = 0
  answers: PullRequestInfo['answers'] = 'drafts'

  constructor(address: PullRequestAddress, options: FollowOptions, hears: ItemHears) {
    this.address = address
    this.#options = options
    this.#hears = hears
  }

  get info(): PullRequestInfo {
    const { name, url } = this.address
    const { title = '', state = 'open' } = this.#now ?? {}
    const checks = checksState(this.#now?.checks ?? [])
    return { name, url, title, state, checks, answers: this.answers }
  }

  get known(): Known | undefined {
    return this.#seen
  }

  /** How it stands; from here on changes are told. Throws ForgeError. */
  async begin(): Promise<Snapshot> {
    const now = await (await this.#open()).read(this.#closing.signal)
    this.#now = now
    this.#seen = knownOf(now, this.#seen)
    this.#arm()
    return now
  }

  /** What an earlier run was told; what happened since is told soon. */
  goOn(known: Known): void {
    this.#seen = known
    this.#wait(0)
  }

  /** The forge says that there is something. */
  nudge(): void {
    if (this.#looking !== undefined) this.#again = true
    else this.#wait(NUDGE_MS)
  }

  /** Throws ForgeError. */
  async answer(text: string, thread: string | undefined): Promise<void> {
    const forge = await this.#open()
    const id = await forge.answer({ text, ...(thread === undefined ? {} : { thread }) }, this.#closing.signal)
    if (this.#seen) this.#seen = withOwn(this.#seen, id)
  }

  async end(): Promise<void> {
    this.#cancel?.()
    this.#closing.abort()
    await this.#looking
  }

  #open(): Promise<FollowedForge> {
    this.#forge ??= this.#make()
    return this.#forge
  }

  async #make(): Promise<FollowedForge> {
    const { choice, config } = this.#options
    const { address } = this
    const token = await choice.token(address, this.#closing.signal)
    return new FollowedForge({
      address,
      userAgent: choice.userAgent,
      now: () => config.runtime.now().getTime(),
      ...(token === undefined ? {} : { token }),
      ...(choice.proxy ? { proxy: choice.proxy } : {}),
    })
  }

  #arm(): void {
    const { choice, config } = this.#options
    void this.#forge?.then(({ waitUntil }) =>
      this.#wait(
        nextLookMs({
          pollMs: choice.pollMs,
          quiet: this.#quiet,
          failures: this.#failures,
          waitUntil,
          now: config.runtime.now().getTime(),
        }),
      ),
    )
  }

  #wait(ms: number): void {
    this.#cancel?.()
    if (this.#closing.signal.aborted) return
    this.#cancel = runAfter(this.#options.config.runtime, ms, () => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
        if (this.#again) this.#wait(NUDGE_MS)
        else this.#arm()
        this.#again = false
      })
    })
  }

  async #look(): Promise<void> {
    const { signal } = this.#closing
    try {
      const forge = await this.#open()
      const now = await forge.read(signal)
      const changes = this.#seen ? await forge.since(this.#seen, now, signal) : []
      if (signal.aborted) return
      this.#failures = 0
      this.#quiet = changes.length === 0 ? this.#quiet + 1 : 0
      this.#now = now
      this.#seen = knownOf(now, this.#seen)
      if (changes.length > 0) this.#hears.changed(changes, this.#seen)
    } catch (error) {
      if (signal.aborted) return
      this.#failures++
      this.#hears.failed(
        error instanceof ForgeError ? error : new ForgeError('failed', unexpected(this.address, error)),
        this.#failures,
      )
    }
  }
}

const unexpected = ({ host }: PullRequestAddress, error: unknown): ForgeError['localized'] =>
  pullRequestText('unreachable', { host, why: errorText(error) })
