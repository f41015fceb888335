import type { LocalizedText } from './messages/localized-text.ts'

/** A provider answers nothing more for a model until then: a limit of the account or of its plan. */
export interface UsageLimit {
  readonly model: string
  /** Milliseconds since 1970. */
  readonly resetsAt: number
  /** What the provider said, for people; absent: it is known from an earlier request. */
  readonly problem?: LocalizedText
}

/** What is done at a limit that ends at a known time. */
export interface AtLimit {
  now(): number
  /** One that is known before anything is sent. */
  reached(model: string): UsageLimit | undefined
  /** Whether its end is waited for; false: the request fails. */
  agree(limit: UsageLimit, signal: AbortSignal): Promise<boolean>
  /** Resolves when it has ended; rejects when the signal fires. */
  wait(limit: UsageLimit, signal: AbortSignal): Promise<void>
}

/** When it ends, as the wire and front ends count: seconds since 1970. */
export const resetSeconds = ({ resetsAt }: UsageLimit): number => Math.ceil(resetsAt / 1000)
