import type { WebSocket } from 'ws'
import type { ServeClient } from '../serve-client.ts'
import type { ToPage } from './bridge-messages.ts'

export interface StreamsOptions {
  client(): ServeClient | undefined
  toPage(message: ToPage): void
  /** Every frame of every session, also of those that are no longer in sight. */
  hear(session: string, frame: string): void
}

interface Stream {
  readonly session: string
  readonly socket: WebSocket
  /** Of the page; undefined: it looks at something else by now. */
  id: number | undefined
}

/** So many sessions that nobody looks at any more are still followed for the questions they ask. */
const MOST_UNSEEN = 10
const LOST = 1006
const EVENTS = /^\/api\/v1\/sessions\/([^/]+)\/events/

/** The sessions that the page follows. One that it leaves is followed on, so that its questions are heard. */
export class Streams {
  readonly #options: StreamsOptions
  readonly #streams = new Set<Stream>()

  constructor(options: StreamsOptions) {
    this.#options = options
  }

  open(id: number, path: string): void {
    const { client, toPage, hear } = this.#options
    const session = decodeURIComponent(EVENTS.exec(path)?.[1] ?? '')
    const socket = session === '' ? undefined : client()?.follow(path)
    if (!socket) {
      toPage({ kind: 'closed', id, code: LOST })
      return
    }
    const stream: Stream = { session, socket, id }
    this.#streams.add(stream)
    socket.on('open', () => {
      // This one hears all that the one before would.
      for (const other of this.#unseen()) if (other.session === session) other.socket.close()
      if (stream.id !== undefined) toPage({ kind: 'opened', id: stream.id })
    })
    socket.on('message', data => {
      const text = String(data)
      if (stream.id !== undefined) toPage({ kind: 'frame', id: stream.id, text })
      hear(session, text)
    })
    // `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', code => {
      this.#streams.delete(stream)
      if (stream.id !== undefined) toPage({ kind: 'closed', id: stream.id, code })
    })
  }

  send(id: number, text: string): void {
    const socket = this.#find(id)?.socket
    if (socket?.readyState === socket?.OPEN) socket?.send(text)
  }

  close(id: number): void {
    const stream = this.#find(id)
    if (!stream) return
    stream.id = undefined
    const [oldest, ...others] = this.#unseen()
    if (others.length >= MOST_UNSEEN) oldest?.socket.close()
  }

  /** The page begins anew: nothing of it waits for anything. */
  leaveAll(): void {
    for (const stream of this.#streams) stream.id = undefined
  }

  endAll(): void {
    for (const { socket } of this.#streams) socket.terminate()
  }

  #find(id: number): Stream | undefined {
    return [...this.#streams].find(stream => stream.id === id)
  }

  #unseen(): readonly Stream[] {
    return [...this.#streams].filter(({ id }) => id === undefined)
  }
}
