import { request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { HOUSE_SERVER } from './house-certificates.ts'

export interface Gateway extends AsyncDisposable {
  /** With `https:`, signed by the authority of this house. */
  readonly url: string
  /** Method and path of each request. */
  readonly asked: readonly string[]
}

/** As gateways of the LiteLLM kind word their refusals. */
const REFUSALS: Readonly<Record<string, readonly [number, object]>> = {
  poor: [
    400,
    {
      message: 'Budget has been exceeded! Current cost: 3.1, Max budget: 3.0',
      type: 'budget_exceeded',
      param: null,
      code: '400',
    },
  ],
  missing: [
    400,
    {
      message:
        '/chat/completions: Invalid model name passed in model=missing. Call `/v1/models` to view available models for your key.',
      type: 'invalid_request_error',
      param: 'model',
      code: '400',
    },
  ],
}

/**
 * Stands in front of a scripted server, behind TLS: wants its key in a header of its own, lists its models, and
 * refuses some of them.
 */
export const openGateway = async (behind: string, key: string): Promise<Gateway> => {
  const asked: string[] = []
  const server = createServer(HOUSE_SERVER, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.headers['x-litellm-api-key'] !== `Bearer ${key}`)
      return refuse(response, 401, {
        message: 'Authentication Error, Invalid proxy server token passed.',
        type: 'auth_error',
        param: 'None',
        code: '401',
      })
    if (request.url === '/v1/models')
      return void answer(response, 200, {
        object: 'list',
        data: ['large', 'poor', 'missing'].map(id => ({ id, object: 'model', owned_by: 'openai' })),
      })
    return void forward(request, response, behind)
  }) as unknown as Server
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const answer = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, error: object): void =>
  answer(response, status, { error })

const forward = async (request: IncomingMessage, response: ServerResponse, behind: string): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { model } = JSON.parse(body.toString('utf8')) as { model: string }
  const refusal = REFUSALS[model]
  if (refusal) return refuse(response, refusal[0], refusal[1])
  const { host: _own, ...headers } = request.headers
  const onward = httpRequest(`${behind}${request.url}`, { method: 'POST', headers }, from => {
    response.writeHead(from.statusCode ?? 502, from.headers)
    from.pipe(response)
  })
  onward.end(body)
}
