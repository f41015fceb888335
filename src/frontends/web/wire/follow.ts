import type { Op } from '../../../protocol/op.ts'
import { API, type ServerFrame } from '../../../protocol/serve/wire.ts'
import { ApiError } from './api.ts'
import { type FateOf, Outbox } from './outbox.ts'

export type LinkState = 'connecting' | 'open' | 'lost' | 'closed'

export interface FollowOptions {
  readonly sessionId: string
  readonly key: string
  /** How far this page came. */
  mark(): Readonly<Record<string, string>>
  /** Frames in their order; several at once when they came close together. */
  hear(frames: readonly ServerFrame[]): void
  link(state: LinkState): void
  /** The server cannot be reached, or does not want us: finds out which, before it is tried again. */
  refused(): Promise<'again' | 'stop'>
}

export interface Following {
  /** Resolves when the session accepted it; throws ApiError. Sent once more after a cut, done once. */
  send(op: Op): Promise<void>
  /** A message is in the conversation: it waits for nothing any more. */
  heard(uuid: string): void
  /** The session is as the page shows it: what waits is sent, and from now on everything at once; unless it is cut again. */
  ready(fateOf: FateOf): 'ready' | 'cut'
  /** What it said could not be followed: another connection begins anew. */
  reconnect(): void
  /** Try now, not later. */
  retry(): void
  end(): void
}

const SESSION_CLOSED = 4410
export const WAITS = [300, 1_000, 2_000, 4_000, 8_000]

/** Follows a session over a WebSocket, across cuts. */
export const follow = (options: FollowOptions): Following => {
  const outbox = new Outbox()
  let socket: WebSocket | undefined
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  let ready = false

  /** Nothing happens while it is cut: what counts is sent again then. */
  const speak = (text: string): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text)
  }
  const inbox = createInbox(frames => {
    for (const frame of frames) if (frame.kind === 'ack') outbox.settle(frame)
    options.hear(frames.filter(({ kind }) => kind !== 'ack'))
  })

  const connect = (): void => {
    if (over || socket) return
    clearTimeout(timer)
    options.link(tries === 0 ? 'connecting' : 'lost')
    const at = new WebSocket(addressOf(options), ['capstan.v1', `capstan.key.${options.key}`])
    socket = at
    let opened = false
    at.onopen = () => {
      opened = true
      options.link('open')
    }
    at.onmessage = ({ data }) => inbox(JSON.parse(String(data)) as ServerFrame)
    at.onclose = ({ code }) => {
      if (socket !== at) return
      socket = undefined
      ready = false
      if (over) return
      if (code === SESSION_CLOSED) return stop('closed')
      options.link('lost')
      if (opened) return later()
      void options.refused().then(what => (what === 'again' ? later() : stop('lost')))
    }
  }
  const later = (): void => {
    if (over) return
    timer = setTimeout(connect, WAITS[Math.min(tries, WAITS.length - 1)])
    tries += 1
  }
  const stop = (state: LinkState): void => {
    over = true
    clearTimeout(timer)
    options.link(state)
    outbox.close()
  }
  connect()
  return {
    send: op =>
      over ? Promise.reject(new ApiError('offline', '')) : outbox.add(op, ready ? speak : undefined),
    ready(fateOf) {
      if (socket?.readyState !== WebSocket.OPEN) return 'cut'
      ready = true
      tries = 0
      outbox.sendAll(speak, fateOf)
      return 'ready'
    },
    heard: uuid => outbox.heard(uuid),
    reconnect: () => socket?.close(),
    retry: connect,
    end: () => {
      over = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

const addressOf = ({ sessionId, mark }: FollowOptions): string => {
  const query = new URLSearchParams(mark()).toString()
  const base = location.origin.replace(/^http/, 'ws')
  return `${base}${API}/sessions/${encodeURIComponent(sessionId)}/events${query === '' ? '' : `?${query}`}`
}

/** Hands frames on once for each picture the browser draws, or soon where it draws none. */
export const createInbox = (
  hear: (frames: readonly ServerFrame[]) => void,
): ((frame: ServerFrame) => void) => {
  let frames: ServerFrame[] = []
  const flush = (): void => {
    const come = frames
    frames = []
    if (come.length > 0) hear(come)
  }
  return frame => {
    frames.push(frame)
    if (frames.length > 1) return
    if (document.visibilityState === 'visible') requestAnimationFrame(flush)
    // Nothing is drawn in the background, and a page that comes back finds all of it done.
    setTimeout(flush, 100)
  }
}
