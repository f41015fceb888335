import { createHash, randomBytes } from 'node:crypto'
import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { checkedConnection, type GetRequest } from './get.ts'
import { NetworkError, toNetworkError } from './network-error.ts'
import { controlFrame, FrameReader } from './socket-frames.ts'

/** Its messages; text or bytes, both as text. Nothing but what the protocol wants is ever sent. */
export interface ListeningSocket {
  /** `why`: absent when the server closed it in order. */
  listen(to: { onMessage(text: string): void; onEnd(why?: string): void }): void
  close(): void
}

export interface SocketRequest extends Omit<GetRequest, 'maxBytes' | 'body' | 'chosen'> {
  readonly protocols: readonly string[]
}

const CLOSE_MS = 500
const ACCEPT_SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** `http:` stands for `ws:`, `https:` for `wss:`. `signal` counts until it is open. Throws {@link NetworkError}. */
export const openSocket = async (request: SocketRequest): Promise<ListeningSocket> => {
  const { url, signal, protocols } = request
  const key = randomBytes(16).toString('base64')
  try {
    const options = await checkedConnection({
      ...request,
      headers: {
        ...request.headers,
        upgrade: 'websocket',
        connection: 'Upgrade',
        'sec-websocket-version': '13',
        'sec-websocket-key': key,
        ...(protocols.length > 0 ? { 'sec-websocket-protocol': protocols.join(', ') } : {}),
      },
    })
    const { request: send } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    return listening(await upgraded(send(options), { key, signal }))
  } catch (error) {
    throw toNetworkError(error, signal)
  }
}

interface Opened {
  readonly socket: Duplex
  readonly head: Buffer
}

const upgraded = (
  sent: Http.ClientRequest,
  { key, signal }: { readonly key: string; readonly signal: AbortSignal },
): Promise<Opened> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => void sent.destroy(new Error('interrupted'))
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    sent.once('error', reject)
    sent.once('close', () => reject(new NetworkError('connection', 'the server did not answer')))
    sent.once('response', response => {
      reject(
        new NetworkError('connection', `the server answered ${response.statusCode}, not with a WebSocket`),
      )
      sent.destroy()
    })
    sent.once('upgrade', (response: Http.IncomingMessage, socket: Duplex, head: Buffer) => {
      signal.removeEventListener('abort', onAbort)
      const accepted = createHash('sha1')
        .update(key + ACCEPT_SALT)
        .digest('base64')
      if (response.headers['sec-websocket-accept'] === accepted) return resolve({ socket, head })
      socket.destroy()
      reject(new NetworkError('connection', 'the server does not speak WebSocket'))
    })
    sent.end()
  })

const listening = ({ socket, head }: Opened): ListeningSocket => {
  const reader = new FrameReader()
  return {
    listen({ onMessage, onEnd }) {
      let isOver = false
      const end = (why?: string): void => {
        if (isOver) return
        isOver = true
        socket.destroy()
        onEnd(why)
      }
      const take = (chunk: Buffer): void => {
        try {
          for (const frame of reader.add(chunk)) {
            if (isOver) return
            if (frame.kind === 'data') onMessage(frame.text)
            if (frame.kind === 'ping') socket.write(controlFrame(10, frame.payload))
            if (frame.kind === 'close') end(abnormal(frame.code, frame.reason))
          }
        } catch (error) {
          end((error as Error).message)
        }
      }
      socket.on('data', take)
      socket.once('error', error => end(error.message))
      socket.once('close', () => end('the connection was lost'))
      if (head.length > 0) take(head)
    },
    close() {
      socket.end(controlFrame(8))
      // A server need not say goodbye.
      setTimeout(() => socket.destroy(), CLOSE_MS).unref()
    },
  }
}

const abnormal = (code: number | undefined, reason: string): string | undefined =>
  code === undefined || code === 1000 || code === 1001
    ? undefined
    : `the server closed it with code ${code}${reason === '' ? '' : ` (${reason})`}`
