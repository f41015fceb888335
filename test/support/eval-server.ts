import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request of a session of an evaluation. */
export interface EvalRequest {
  readonly key: string
  /** How many calls of it were answered before. */
  readonly step: number
  readonly model: string
  readonly text: string
}

interface Body {
  readonly model: string
  readonly messages: readonly {
    readonly role: string
    readonly content: string | readonly { readonly type: string; readonly is_error?: boolean }[]
  }[]
}

export type EvalReply = { readonly command: string } | { readonly text: string }

const KEY = /capstan-evals\/[^/\s]+\/([^/\s]+)\/copy/

/** Answers sessions by what they are: the directory they stand in says which run of the matrix it is. */
export const serveEvals = async (reply: (request: EvalRequest) => EvalReply, delayMs = 0) => {
  const requests: EvalRequest[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const body = JSON.parse(text) as Body
      const blocks = body.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      // One that was interrupted is called again.
      const step = blocks.filter(block => block.type === 'tool_result' && !block.is_error).length
      const asked = { key: KEY.exec(text)?.[1] ?? '', step, model: body.model, text }
      requests.push(asked)
      setTimeout(() => stream(response, body.model, reply(asked)), delayMs)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => {
        server.close(resolve)
      })
    },
  }
}

let calls = 0

const stream = (response: ServerResponse, model: string, reply: EvalReply): void => {
  const say = (type: string, fields: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = {
    input_tokens: 1000,
    output_tokens: 1,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  }
  const message = { id: `msg_${++calls}`, type: 'message', role: 'assistant', model, content: [], usage }
  say('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } })
  const isCall = 'command' in reply
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${calls}`, name: 'Bash', input: {} }
    : { type: 'text', text: '' }
  say('content_block_start', { index: 0, content_block: block })
  const delta = isCall
    ? {
        type: 'input_json_delta',
        partial_json: JSON.stringify({ command: reply.command, description: 'work' }),
      }
    : { type: 'text_delta', text: reply.text }
  say('content_block_delta', { index: 0, delta })
  say('content_block_stop', { index: 0 })
  say('message_delta', {
    delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 100 },
  })
  say('message_stop', {})
  response.end()
}
