import type { ReviewState } from '../ports/system-port.ts'
import type { PullRequest } from './pull-request-of.ts'

/** Reviews take minutes at least. */
const FRESH_MS = 60_000

/** What reviewers say of a pull request: asked for behind what is shown, and not often. */
export class PullRequestReview {
  readonly #ask: (url: string) => Promise<ReviewState | undefined>
  readonly #changed: () => void
  #known: { readonly url: string; readonly state?: ReviewState | undefined } | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #asking = false

  constructor(parts: { ask(url: string): Promise<ReviewState | undefined>; changed(): void }) {
    this.#ask = url => parts.ask(url)
    this.#changed = () => parts.changed()
  }

  /** With what is known by now; `changed` is called when it became another. */
  of(pr: PullRequest, now: number): PullRequest {
    const state = this.#known?.url === pr.url ? this.#known.state : undefined
    if (pr.kind === 'pr' && !this.#asking && (now - this.#askedAt >= FRESH_MS || this.#known?.url !== pr.url))
      void this.#look(pr.url, now)
    return state === undefined ? pr : { ...pr, review_state: state }
  }

  async #look(url: string, now: number): Promise<void> {
    this.#asking = true
    this.#askedAt = now
    const before = this.#known?.url === url ? this.#known.state : undefined
    // Nobody there to ask, or no answer: then it is not known.
    const state = await this.#ask(url).catch(() => undefined)
    this.#known = { url, state }
    this.#asking = false
    if (state !== before) this.#changed()
  }
}
