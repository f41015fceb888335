import type { Env } from '../host.ts'
import type { LocalizedText, Warn } from '../messages/localized-text.ts'

/** What a person names to have it reviewed. */
export interface ReviewWish {
  /** A base, a range or `#12`; absent: what this checkout has. */
  readonly word?: string
  /** Only these finders. */
  readonly only?: readonly string[]
}

export interface PlannedReview {
  readonly id: string
  readonly what: string
  /** About so many work on it. */
  readonly agents: number
}

export interface ReviewEnd {
  /** For people. */
  readonly text: LocalizedText
  /** The same as data, for the model. */
  readonly report: string
  readonly usd: number
}

/** Where a session stands that wants something reviewed, and the model it has. */
export interface ReviewLocation {
  readonly env: Env
  readonly cwd: string
  readonly model: string
}

/** Reviews of changes in sessions of their own, as `capstan review` holds them. OpError for what cannot be reviewed. */
export interface ChangeReviews {
  /** Undefined: the word names no commit. */
  plan(wish: ReviewWish): Promise<PlannedReview | undefined>
  hold(
    plan: PlannedReview,
    how: { readonly maxUsd: number; readonly signal: AbortSignal; readonly line: Warn },
  ): Promise<ReviewEnd>
  /** A finished one by its id, or the newest of this repository; undefined: there is none. */
  show(id?: string): Promise<LocalizedText | undefined>
}

/** For commands. */
export interface ReviewCommands extends Pick<ChangeReviews, 'plan' | 'show'> {
  /** Answers with what was found, or, where somebody will be told later, that it has begun. */
  start(plan: PlannedReview, maxUsd: number): Promise<LocalizedText>
}
