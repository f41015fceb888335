// A model in a process of its own: once so many requests as are expected have come, each is answered with a steady
// stream of tokens, each of which says when it was sent.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clock } from '../clock.ts'
import { beginReply, endReply } from '../reply-events.ts'

/** Sent before the requests. */
export interface TokenOrder {
  readonly expect: number
}
export type TokenNotice = { readonly type: 'listening'; readonly port: number }

const TOKENS_PER_SECOND = 50
const SECONDS = 8
const SETTLE_MS = 1_000

const event = (data: { readonly type: string } & Record<string, unknown>): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const stream = (response: ServerResponse): void => {
  let left = TOKENS_PER_SECOND * SECONDS
  const timer = setInterval(() => {
    if (left-- > 0) {
      const delta = { type: 'text_delta', text: `${clock()} ` }
      response.write(event({ type: 'content_block_delta', index: 0, delta }))
      return
    }
    clearInterval(timer)
    response.end(event({ type: 'content_block_stop', index: 0 }) + endReply('end_turn'))
  }, 1_000 / TOKENS_PER_SECOND)
  response.on('close', () => clearInterval(timer))
}

let expected = 0
let waiting: ServerResponse[] = []
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(
      beginReply(0) +
        event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    )
    waiting.push(response)
    if (waiting.length < expected) return
    expected = 0
    // What is measured is streaming: fifty turns that begin in the same moment have begun by then. Nor do all tokens come
    // at once.
    for (const [at, each] of waiting.entries())
      setTimeout(() => stream(each), SETTLE_MS + (at * 1_000) / TOKENS_PER_SECOND / waiting.length)
    waiting = []
  })
})

process.on('message', (order: TokenOrder) => {
  expected = order.expect
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ type: 'listening', port } satisfies TokenNotice)
})
process.on('disconnect', () => process.exit(0))
