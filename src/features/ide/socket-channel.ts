import type { WebSocket } from 'ws'
import {
  type ChannelOptions,
  CLOSE_MS,
  type EditorChannel,
  MOST_BYTES,
  TOKEN_HEADER,
} from './editor-channel.ts'

/** Over a WebSocket. Throws the error of the socket. */
export const openSocketChannel = async (options: ChannelOptions): Promise<EditorChannel> => {
  const socket = await openSocket(options)
  return {
    listen({ message, closed }) {
      socket.on('message', (data, isBinary) => {
        if (!isBinary) message(String(data))
      })
      // A frame too long, or not one: the end is heard of by `close`.
      socket.on('error', () => undefined)
      socket.on('close', () => closed())
      socket.resume()
    },
    // What cannot be sent is not answered: whoever waits hears of the end.
    send: text => socket.send(text, () => undefined),
    close() {
      socket.close()
      setTimeout(() => socket.terminate(), CLOSE_MS).unref()
    },
  }
}

/** Servers of the protocol expect its name, and some refuse a name: the second try is for those. */
const openSocket = async (options: ChannelOptions): Promise<WebSocket> =>
  await tryToOpen(options, ['mcp']).catch(async (error: unknown) => {
    if (error instanceof Error && /subprotocol/i.test(error.message)) return await tryToOpen(options, [])
    throw error
  })

const tryToOpen = async (
  { editor: { port, token }, openMs }: ChannelOptions,
  protocols: readonly string[],
): Promise<WebSocket> => {
  const { WebSocket: Socket } = await import('ws')
  const socket = new Socket(`ws://127.0.0.1:${port}/`, [...protocols], {
    headers: { [TOKEN_HEADER]: token },
    handshakeTimeout: openMs,
    followRedirects: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  })
  const opened = Promise.withResolvers<void>()
  socket.once('open', () => {
    // Nothing it says is lost before somebody listens.
    socket.pause()
    opened.resolve()
  })
  socket.once('error', error => opened.reject(error))
  try {
    await opened.promise
  } catch (error) {
    socket.on('error', () => undefined)
    socket.terminate()
    throw error
  }
  return socket
}
