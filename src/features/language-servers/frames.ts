import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'

const MAX_BYTES = 16 * 1024 * 1024
const BREAK = Buffer.from('\r\n\r\n')

/** A message as it goes over the pipe. */
export const encodeFrame = (message: object): Buffer => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body])
}

/** Takes pieces as they come, gives whole messages. Throws for what is no message, or one beyond all measure. */
export const createFrameReader = (): ((chunk: Uint8Array) => readonly unknown[]) => {
  let held: Buffer = Buffer.alloc(0)
  return chunk => {
    held = Buffer.concat([held, chunk])
    const messages: unknown[] = []
    for (;;) {
      const end = held.indexOf(BREAK)
      if (end === -1) {
        if (held.length > MAX_BYTES) throw new Error('it does not speak the protocol of language servers')
        return messages
      }
      const [, digits] = /content-length:\s*(\d+)/i.exec(held.toString('latin1', 0, end)) ?? []
      const length = Number(digits)
      if (!(length <= MAX_BYTES)) throw new Error('it does not speak the protocol of language servers')
      const from = end + BREAK.length
      if (held.length < from + length) return messages
      messages.push(parseBoundedJson(held.toString('utf8', from, from + length)))
      held = held.subarray(from + length)
    }
  }
}
