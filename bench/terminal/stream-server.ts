// The model of the terminal measures: a process of its own that streams text at a given pace and notes when things
// happened, on the clock all processes share.
import { createServer, type ServerResponse } from 'node:http'
import { clock } from '../clock.ts'
import { beginReply, callBlock, endReply } from '../reply-events.ts'
import type { StreamNotice, StreamPlan } from './stream-process.ts'

const event = (data: { readonly type: string } & Record<string, unknown>): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const delta = (text: string): string =>
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })

const tell = (notice: StreamNotice): void => void process.send?.(notice)

let plan: StreamPlan = { tokens: ['Done.'], perSecond: 0 }
let requests = 0

/** Calls that start agents, in one reply. */
const startAgents = (response: ServerResponse, count: number): void => {
  const n = requests++
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${n}` })
  const calls = Array.from({ length: count }, (_, index) =>
    callBlock(n, index, {
      name: 'Agent',
      input: { description: `part ${index}`, prompt: `Do part ${index}.`, subagent_type: 'general-purpose' },
    }),
  )
  response.end(beginReply(n) + calls.join('') + endReply('tool_use'))
}

const answer = (response: ServerResponse): void => {
  const { agents = 0 } = plan
  plan = { ...plan, agents: 0 }
  if (agents > 0) startAgents(response, agents)
  else stream(response)
}

const stream = (response: ServerResponse): void => {
  const n = requests++
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': `req_${n}` })
  response.write(
    beginReply(n) +
      event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  )
  const { tokens, perSecond } = plan
  const began = clock()
  tell({ type: 'began', at: began })
  let sent = 0
  const finish = (): void => {
    clearInterval(timer)
    response.end(event({ type: 'content_block_stop', index: 0 }) + endReply('end_turn'))
    tell({ type: 'ended', at: clock() })
  }
  const due = (): number =>
    perSecond === 0 ? tokens.length : Math.floor(((clock() - began) / 1000) * perSecond)
  const step = (): void => {
    // One event per token, as a model sends them.
    for (const until = Math.min(due(), tokens.length); sent < until; sent++)
      response.write(delta(tokens[sent] ?? ''))
    if (sent >= tokens.length) finish()
  }
  const timer = setInterval(step, perSecond === 0 ? 0 : 1000 / perSecond)
  response.on('close', () => {
    clearInterval(timer)
    if (!response.writableFinished) tell({ type: 'closed', at: clock() })
  })
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', chunk => (body += chunk))
  request.on('end', () => {
    // Titles, suggestions and the like come from a small model and are answered at once.
    if (body.includes('"stream":true') && request.url?.includes('messages')) answer(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) tell({ type: 'listening', port: address.port })
})
process.on('message', (order: StreamPlan) => {
  plan = order
  tell({ type: 'planned' })
})
process.on('disconnect', () => process.exit())
