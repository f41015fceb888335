import type { ObjectRef } from './objects.ts'

/** Something that came of a job: in the message itself, or in the store of the worker. */
export interface Piece {
  /** Base64. */
  readonly data?: string
  readonly ref?: ObjectRef
  readonly bytes: number
}

/** What a job came to, as its worker says. Text of strangers. */
export interface JobResult {
  readonly outcome: 'done' | 'failed'
  /** Why it failed, in short. */
  readonly why?: string
  readonly answer: string
  readonly usd: number
  readonly check?: { readonly code: number | null; readonly timedOut: boolean; readonly output: string }
  readonly patch?: Piece
  /** What the model said of its last commit: the patch has the changes of all of them. */
  readonly commit?: string
  readonly transcript?: Piece
  readonly files: readonly { readonly path: string; readonly piece: Piece }[]
  readonly worker: string
  readonly version: string
  readonly ms: number
  /** How often it was taken up by another worker. */
  readonly taken: number
}

/** What fits into a message. */
export const INLINE_BYTES = 256 * 1024
export const MAX_PIECE = 64 * 1024 * 1024
