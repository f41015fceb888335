import type { WebSocket } from 'ws'
import { checkedConnection, type GetRequest } from './get.ts'
import { NetworkError, NO_ANSWER, toNetworkError } from './network-error.ts'

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
const LIMITS = {
  followRedirects: false,
  perMessageDeflate: false,
  /** A longer message is the server's mistake, or its attempt. */
  maxPayload: 1024 * 1024,
  /** A server that has said goodbye need not hang up. */
  closeTimeout: CLOSE_MS,
} as const

/** `http:` stands for `ws:`, `https:` for `wss:`. `signal` counts until it is open. Throws {@link NetworkError}. */
export const openSocket = async (request: SocketRequest): Promise<ListeningSocket> => {
  try {
    return listening(await connect(request))
  } catch (error) {
    throw toNetworkError(error, request.signal)
  }
}

/** Some servers choose none of the protocols they are offered: the second try is for those. */
const connect = async (request: SocketRequest): Promise<WebSocket> =>
  await tryToConnect(request).catch(async (error: unknown) => {
    if (request.protocols.length === 0 || !isAboutProtocols(error)) throw error
    return await tryToConnect({ ...request, protocols: [] })
  })

const isAboutProtocols = (error: unknown): boolean =>
  error instanceof NetworkError && error.cause instanceof Error && /subprotocol/.test(error.cause.message)

const tryToConnect = async (request: SocketRequest): Promise<WebSocket> => {
  const { url, signal, protocols } = request
  const way = await checkedConnection(request)
  const { WebSocket: Socket } = await import('ws')
  // Nothing else of an address is sent.
  const address = new URL(`${url.pathname}${url.search}`, url.origin)
  const socket = new Socket(address, [...new Set(protocols)], { ...way, ...LIMITS })
  const opened = Promise.withResolvers<void>()
  const onAbort = (): void => opened.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  socket.once('open', () => {
    // Nothing it says is lost before somebody listens.
    socket.pause()
    opened.resolve()
  })
  socket.once('unexpected-response', (_, { statusCode }) =>
    opened.reject(
      new NetworkError('connection', {
        en: `the server answered ${statusCode}, not with a WebSocket`,
        zh: `服务器返回 ${statusCode}，不是 WebSocket`,
      }),
    ),
  )
  socket.on('error', error => opened.reject('code' in error ? error : notSpoken(error)))
  socket.once('close', () => opened.reject(new NetworkError('connection', NO_ANSWER)))
  try {
    await opened.promise
    return socket
  } catch (error) {
    socket.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const notSpoken = (cause: Error): NetworkError =>
  new NetworkError(
    'connection',
    { en: 'the server does not speak WebSocket', zh: '服务器不支持 WebSocket' },
    cause,
  )

const listening = (socket: WebSocket): ListeningSocket => ({
  listen({ onMessage, onEnd }) {
    let isOver = false
    const end = (why?: string): void => {
      if (isOver) return
      isOver = true
      socket.terminate()
      onEnd(why)
    }
    socket.on('message', data => {
      if (!isOver) onMessage(String(data))
    })
    socket.on('error', error => end(brokenBy(error)))
    socket.on('close', (code, reason) => end(abnormal(code, String(reason))))
    if (socket.readyState === socket.CLOSED) end('the connection was lost')
    else socket.resume()
  },
  close() {
    socket.close()
    // A server need not say goodbye.
    setTimeout(() => socket.terminate(), CLOSE_MS).unref()
  },
})

/** Errors of the library are about frames; others are of the connection. */
const brokenBy = (error: Error): string => {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH')
    return 'the server sent a message that is too long'
  return code.startsWith('WS_ERR_') ? 'the server does not speak WebSocket' : error.message
}

const NO_CODE = 1005
const LOST = 1006

const abnormal = (code: number, reason: string): string | undefined => {
  if (code === LOST) return 'the connection was lost'
  return code === NO_CODE || code === 1000 || code === 1001
    ? undefined
    : `the server closed it with code ${code}${reason === '' ? '' : ` (${reason})`}`
}
