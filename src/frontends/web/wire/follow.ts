import type { Op } from '../../../protocol/op.ts'
import { API, type ClientFrame, type ServerFrame } from '../../../protocol/serve/wire.ts'
import { ApiError } from './api.ts'

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
  /** Try now, not later. */
  retry(): void
  end(): void
}

interface Pending {
  readonly frame: string
  resolve(): void
  reject(error: ApiError): void
}

const SESSION_CLOSED = 4410
const WAITS = [300, 1_000, 2_000, 4_000, 8_000]

/** Follows a session over a WebSocket, across cuts. */
export const follow = (options: FollowOptions): Following => {
  const pending = new Map<string, Pending>()
  let socket: WebSocket | undefined
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  const inbox = createInbox(frames => {
    for (const frame of frames) if (frame.kind === 'ack') settle(pending, frame)
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
      tries = 0
      options.link('open')
      for (const { frame } of pending.values()) at.send(frame)
    }
    at.onmessage = ({ data }) => inbox(JSON.parse(String(data)) as ServerFrame)
    at.onclose = ({ code }) => {
      if (socket !== at) return
      socket = undefined
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
    for (const { reject } of pending.values()) reject(new ApiError('offline', ''))
    pending.clear()
  }
  connect()
  return {
    send: op =>
      new Promise<void>((resolve, reject) => {
        if (over) return reject(new ApiError('offline', ''))
        const id = crypto.randomUUID()
        const frame = JSON.stringify({ kind: 'op', id, op } satisfies ClientFrame)
        pending.set(id, { frame, resolve, reject })
        if (socket?.readyState === WebSocket.OPEN) socket.send(frame)
      }),
    retry: connect,
    end: () => {
      over = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

const settle = (pending: Map<string, Pending>, frame: ServerFrame & { readonly kind: 'ack' }): void => {
  const waiting = pending.get(frame.id)
  pending.delete(frame.id)
  if (frame.ok) waiting?.resolve()
  else waiting?.reject(new ApiError(frame.error.kind, frame.error.message))
}

const addressOf = ({ sessionId, mark }: FollowOptions): string => {
  const query = new URLSearchParams(mark()).toString()
  const base = location.origin.replace(/^http/, 'ws')
  return `${base}${API}/sessions/${encodeURIComponent(sessionId)}/events${query === '' ? '' : `?${query}`}`
}

/** Hands frames on once for each picture the browser draws, or soon where it draws none. */
const createInbox = (hear: (frames: readonly ServerFrame[]) => void): ((frame: ServerFrame) => void) => {
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
