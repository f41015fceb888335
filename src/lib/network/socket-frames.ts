import { randomBytes } from 'node:crypto'

/** What a frame reader found. `data`: one whole message; `ping` is to be answered; `close` is the last. */
export type SocketFrame =
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'ping'; readonly payload: Buffer }
  | { readonly kind: 'close'; readonly code?: number; readonly reason: string }

/** A longer message is the server's mistake, or its attempt. */
const MAX_MESSAGE_BYTES = 1024 * 1024

/** Bytes of a WebSocket server into messages (RFC 6455), whatever pieces they come in. Throws Error for what is none. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0)
  #parts: Buffer[] = []
  #bytes = 0

  add(chunk: Buffer): readonly SocketFrame[] {
    this.#rest = Buffer.concat([this.#rest, chunk])
    const found: SocketFrame[] = []
    for (let head = readHead(this.#rest); head; head = readHead(this.#rest)) {
      const payload = this.#rest.subarray(head.start, head.end)
      this.#rest = this.#rest.subarray(head.end)
      const frame = this.#take(head, payload)
      if (frame) found.push(frame)
    }
    return found
  }

  #take({ opcode, final }: FrameHead, payload: Buffer): SocketFrame | undefined {
    if (opcode === 9) return { kind: 'ping', payload: Buffer.from(payload) }
    if (opcode === 8) return closing(payload)
    if (opcode > 2) return undefined
    this.#parts.push(Buffer.from(payload))
    this.#bytes += payload.length
    if (this.#bytes > MAX_MESSAGE_BYTES) throw new Error('the server sent a message that is too long')
    if (!final) return undefined
    const text = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    return { kind: 'data', text }
  }
}

interface FrameHead {
  readonly opcode: number
  readonly final: boolean
  readonly start: number
  readonly end: number
}

/** `undefined`: the frame is not all there yet. */
const readHead = (bytes: Buffer): FrameHead | undefined => {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return undefined
  if ((first & 0x70) !== 0 || (second & 0x80) !== 0) throw new Error('the server does not speak WebSocket')
  const short = second & 0x7f
  const start = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length < start) return undefined
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short
  if (length > MAX_MESSAGE_BYTES) throw new Error('the server sent a message that is too long')
  const end = start + length
  return bytes.length < end ? undefined : { opcode: first & 0x0f, final: (first & 0x80) !== 0, start, end }
}

const closing = (payload: Buffer): SocketFrame => ({
  kind: 'close',
  ...(payload.length < 2 ? {} : { code: payload.readUInt16BE(0) }),
  reason: payload.subarray(2).toString('utf8'),
})

/** A short control frame of a client: pong (10) or close (8). */
export const controlFrame = (opcode: 8 | 10, payload: Buffer = Buffer.alloc(0)): Buffer => {
  const mask = randomBytes(4)
  const body = payload.subarray(0, 125).map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length]), mask, body])
}
