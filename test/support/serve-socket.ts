import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** A frame of a server. */
export const serverFrame = (opcode: number, payload: Buffer | string, final = true): Buffer => {
  const body = Buffer.from(payload)
  const length =
    body.length < 126
      ? Buffer.from([body.length])
      : body.length < 65_536
        ? Buffer.from([126, body.length >> 8, body.length & 255])
        : Buffer.concat([Buffer.from([127]), bigLength(body.length)])
  return Buffer.concat([Buffer.from([(final ? 0x80 : 0) | opcode]), length, body])
}

const bigLength = (length: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}

/** A WebSocket server on this machine that says these messages to whoever comes. */
export const serveSocket = async (messages: readonly string[]) => {
  const sockets = new Set<Duplex>()
  const asked: string[] = []
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket: Duplex) => {
    sockets.add(socket)
    asked.push(String(request.headers['sec-websocket-protocol'] ?? ''))
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    for (const message of messages) socket.write(serverFrame(1, message))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    /** Ends all connections in order, with a code. */
    end(code: number): void {
      for (const socket of sockets) socket.end(serverFrame(8, Buffer.from([code >> 8, code & 255])))
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
