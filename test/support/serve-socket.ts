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

/** Clients that only listen send short frames: each has a head of two bytes, a mask of four and what it says. */
const saysGoodbye = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += 6 + ((bytes[at + 1] ?? 0) & 0x7f))
    if (bytes[at] === 0x88) return true
  return false
}

interface Behaviour {
  /** Written as they are, one after the other. */
  readonly bytes?: readonly Buffer[]
  /** In place of the right one. */
  readonly accept?: string
  /** False: it leaves that to the client. */
  readonly hangsUp?: false
  /** The protocol it chooses; absent: none. */
  readonly protocol?: string
}

/** A WebSocket server on this machine that says these messages to whoever comes. */
export const serveSocket = async (messages: readonly string[], behaviour: Behaviour = {}) => {
  const sockets = new Set<Duplex>()
  const asked: string[] = []
  const paths: string[] = []
  const received: Buffer[] = []
  const server = createServer((_, response) => response.writeHead(404).end())
  server.on('upgrade', (request, socket: Duplex) => {
    sockets.add(socket)
    paths.push(request.url ?? '')
    asked.push(String(request.headers['sec-websocket-protocol'] ?? ''))
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'upgrade: websocket',
      'connection: Upgrade',
      `sec-websocket-accept: ${behaviour.accept ?? accept}`,
      ...(behaviour.protocol === undefined ? [] : [`sec-websocket-protocol: ${behaviour.protocol}`]),
    ]
    const frames = messages.map(message => serverFrame(1, message))
    // The first of them may come in one piece with the answer.
    const [first = Buffer.alloc(0), ...rest] = [...frames, ...(behaviour.bytes ?? [])]
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), first]))
    for (const piece of rest) socket.write(piece)
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk)
      if (behaviour.hangsUp !== false && saysGoodbye(Buffer.concat(received))) socket.end()
    })
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    paths,
    /** What came from clients. */
    received: () => Buffer.concat(received),
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
