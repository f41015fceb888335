import type { Incoming } from './incoming.ts'

export interface Post {
  readonly method?: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array[]
  readonly signal: AbortSignal
  /** Until the status line arrives. */
  readonly timeoutMs: number
  /** Every byte is on its way. */
  readonly onSent?: (() => void) | undefined
}

/** A route in use: `send` rejects with ModelError, and `close` with whatever is under way on it. */
export interface OpenRoute {
  send(post: Post): Promise<Incoming>
  close(): void
}
