import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'

const MAX_BYTES = 16 * 1024 * 1024
/** Of what stands before a message. */
const MAX_HEADER_BYTES = 64 * 1024
const BREAK = Buffer.from('\r\n\r\n')

/** A message as it goes over the pipe. */
export const encodeFrame = (message: object): Buffer => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body])
}

/** Takes pieces as they come, gives whole messages. Throws for what is no message, or one beyond all measure. */
export const createFrameReader = (): ((chunk: Uint8Array) => readonly unknown[]) => {
  let held: Buffer = Buffer.alloc(0)
  /** Of a long message that is still coming: put together once it is there. */
  let pieces: Uint8Array[] = []
  let missing = 0
  return chunk => {
    pieces.push(chunk)
    missing -= chunk.length
    if (missing > 0) return []
    held = Buffer.concat([held, ...pieces])
    pieces = []
    const messages: unknown[] = []
    for (;;) {
      const end = held.indexOf(BREAK)
      if (end === -1) {
        if (held.length > MAX_HEADER_BYTES)
          throw new Error('it does not speak the protocol of language servers')
        return messages
      }
      const [, digits] = /content-length:\s*(\d+)/i.exec(held.toString('latin1', 0, end)) ?? []
      const length = Number(digits)
      if (!(length <= MAX_BYTES)) throw new Error('it does not speak the protocol of language servers')
      const from = end + BREAK.length
      missing = from + length - held.length
      if (missing > 0) return messages
      messages.push(parseBoundedJson(held.toString('utf8', from, from + length)))
      held = held.subarray(from + length)
    }
  }
}
