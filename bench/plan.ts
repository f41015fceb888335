import type { Call } from './reply-events.ts'

/** One reply made of calls. With `everyMs`, block i is complete i × everyMs after the reply began. */
export interface PlannedReply {
  readonly calls: readonly Call[]
  readonly everyMs?: number
  /** The name of the first call arrives at once, the rest of the reply so many ms later: a model writes code slowly. */
  readonly writtenMs?: number
}

/** Replies in order; after them the model says it is done. */
export type Plan = readonly PlannedReply[]

/** Times of one request and its reply, as clock() tells them. */
export interface Exchange {
  /** The request's headers were there. */
  readonly arrived: number
  /** The whole request was there and the reply began. */
  readonly began: number
  /** The last byte of the reply was handed to the system. */
  readonly ended: number
}

export interface Observed {
  readonly exchanges: readonly Exchange[]
  /** CPU time the program spent between its first and its last request; absent where the system does not tell. */
  readonly cpuMs?: number
  /** What is wrong with the results the program sent back; empty when it did what the plan asked. */
  readonly faults: readonly string[]
  readonly lastRequestBytes: number
}

export type Order =
  | { readonly type: 'play'; readonly plan: Plan }
  | { readonly type: 'watch'; readonly pid: number }
  | { readonly type: 'report' }

export type Notice =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'playing' }
  | { readonly type: 'observed'; readonly observed: Observed }
