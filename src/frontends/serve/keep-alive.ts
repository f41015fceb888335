import type { WebSocket, WebSocketServer } from 'ws'

/** How often everybody is asked whether they are still there. */
const ASK_MS = 30_000

const everyHalfMinute = (call: () => void): (() => void) => {
  const timer = setInterval(call, ASK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lets go of clients that vanished without a word, such as phones that fell asleep; answers what ends it. */
export const keepAlive = (sockets: WebSocketServer, every = everyHalfMinute): (() => void) => {
  const silent = new WeakSet<WebSocket>()
  sockets.on('connection', (socket: WebSocket) => socket.on('pong', () => silent.delete(socket)))
  return every(() => {
    for (const socket of sockets.clients)
      if (silent.has(socket)) socket.terminate()
      else {
        silent.add(socket)
        socket.ping()
      }
  })
}
