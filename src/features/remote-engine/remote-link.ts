import { WebSocket } from 'ws'
import { API, type ServerFrame } from '../../protocol/serve/wire.ts'
import type { RemoteServer } from './remote-api.ts'

export interface LinkDeps {
  readonly server: RemoteServer
  readonly sessionId: string
  /** What we have so far, for the address. */
  mark(): string
  onFrame(frame: ServerFrame): void
  /** Cut off; it tries again by itself. */
  onLost(): void
  /** It does not try again: signed out, or the session is gone. */
  onEnd(why: 'closed' | 'refused'): void
  after(ms: number, call: () => void): () => void
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
const LONGEST_QUIET_MS = 90_000
/** Said by the server when the session was closed. */
const SESSION_CLOSED = 4410

/** A connection to a session that is made again whenever it is cut. */
export class RemoteLink {
  readonly #deps: LinkDeps
  #socket: WebSocket | undefined
  #cancel: (() => void) | undefined
  #wait = FIRST_WAIT_MS
  #ended = false

  constructor(deps: LinkDeps) {
    this.#deps = deps
    this.#connect()
  }

  /** Nothing happens while it is cut: what counts is sent again after the next hello. */
  send(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
  }

  close(): void {
    this.#ended = true
    this.#cancel?.()
    this.#socket?.terminate()
  }

  #connect(): void {
    const { server, sessionId, mark } = this.#deps
    if (server.isThere?.() === false) {
      this.#lost(undefined)
      return
    }
    const address = `${server.url.replace(/^http/, 'ws')}${API}/sessions/${encodeURIComponent(sessionId)}/events`
    const socket = new WebSocket(`${address}?name=terminal${mark()}`, ['capstan.v1'], {
      headers: { ...server.headers, origin: server.url },
      maxPayload: 0,
    })
    this.#socket = socket
    let refused = false
    socket.on('message', data => {
      this.#wait = FIRST_WAIT_MS
      if (!this.#ended) this.#deps.onFrame(JSON.parse(String(data)) as ServerFrame)
    })
    // The server asks every half minute; one that does not is gone, whatever the network says.
    const isQuiet = (): void => socket.terminate()
    let cancelWatch = this.#deps.after(LONGEST_QUIET_MS, isQuiet)
    socket.on('ping', () => {
      cancelWatch()
      cancelWatch = this.#deps.after(LONGEST_QUIET_MS, isQuiet)
    })
    socket.on('close', () => cancelWatch())
    socket.on('unexpected-response', (_, answer) => {
      refused = [401, 403, 404].includes(answer.statusCode ?? 0)
      socket.terminate()
    })
    // `close` follows.
    socket.on('error', () => {})
    socket.on('close', code =>
      this.#lost(code === SESSION_CLOSED ? 'closed' : refused ? 'refused' : undefined),
    )
  }

  #lost(end: 'closed' | 'refused' | undefined): void {
    if (this.#ended) return
    if (end) {
      this.#ended = true
      this.#deps.onEnd(end)
      return
    }
    this.#deps.onLost()
    this.#cancel = this.#deps.after(this.#wait, () => this.#connect())
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2)
  }
}
