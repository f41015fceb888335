import type { IncomingHttpHeaders } from 'node:http'

/** What it says, with what comes along. */
export interface Heard {
  data: [piece: Buffer]
  error: [error: Error]
  end: []
  close: []
}

export type Listen<Self> = <Name extends keyof Heard>(
  name: Name,
  listener: (...said: Heard[Name]) => void,
) => Self

/** An answer while it comes: as much of a message of node:http as we use, so that another client can give one, too. */
export interface Incoming extends AsyncIterable<Uint8Array> {
  readonly statusCode?: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly readableEnded: boolean
  readonly destroyed: boolean
  /** Whoever listens for data makes it flow. */
  readonly on: Listen<Incoming>
  readonly once: Listen<Incoming>
  readonly off: Listen<Incoming>
  pause(): Incoming
  resume(): Incoming
  isPaused(): boolean
  destroy(): Incoming
}
