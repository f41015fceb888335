import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { classifyError } from '../classify-error.ts'
import { createReplyReader } from '../protocols/reply-reader.ts'
import { chatDialect } from './chat-dialect.ts'
import { refuseVisitor } from './check-visitor.ts'
import type { Dialect } from './dialect.ts'
import { geminiDialect } from './gemini-dialect.ts'
import { errorBody, type Plan } from './plan.ts'
import { playSteps, type StreamPlan, slept } from './play-steps.ts'
import { countInput } from './prompt-cache.ts'
import { responsesDialect } from './responses-dialect.ts'
import type { Scenario } from './scenario.ts'
import { createScript, type Script } from './script.ts'
import type { WireBody } from './wire-body.ts'

export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** `performance.now()` when the headers were read. */
  readonly receivedAt: number
  /** `performance.now()` when the last byte of the answer was handed over; absent while it streams. */
  endedAt?: number
  readonly bytes: number
  /** Parsed; `undefined` when it is not kept. */
  readonly body: WireBody | undefined
  readonly violations: readonly string[]
}

export interface ServeOptions {
  /** 0: any free one. */
  readonly port?: number
  /** What a client must show as its key; absent: any, for tests that bring their own client. */
  readonly token?: string
  readonly onRequest?: (request: RecordedRequest) => void
  /** False for long runs: bodies are checked and dropped. */
  readonly keepBodies?: boolean
}

export interface ScenarioServer {
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  readonly violations: readonly string[]
  /** Ends running answers and frees the port. */
  close(): Promise<void>
}

const anthropicDialect: Dialect = {
  toMessages: body => body,
  renderer: () => step =>
    'raw' in step ? step.raw : `event: ${step.event.type}\ndata: ${JSON.stringify(step.event)}\n\n`,
  whole: plan => JSON.stringify(wholeMessage(plan)),
}

interface Serving {
  readonly script: Script
  readonly options: ServeOptions
  readonly requests: RecordedRequest[]
  readonly violations: string[]
}

/** A real HTTP server on the loopback interface that plays a scenario and checks every request. */
export const serveScenario = async (
  scenario: Scenario,
  options: ServeOptions = {},
): Promise<ScenarioServer> => {
  const serving: Serving = { script: createScript(scenario), options, requests: [], violations: [] }
  const closing = new AbortController()
  const server = createServer((request, response) => {
    const receivedAt = performance.now()
    const left = new AbortController()
    response.once('close', () => left.abort())
    const signal = AbortSignal.any([left.signal, closing.signal])
    handle(serving, { request, response, receivedAt, signal }).catch((error: unknown) => {
      // The client sees its connection fail; there is nobody else to tell.
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  await listen(server, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: serving.requests,
    violations: serving.violations,
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly receivedAt: number
  readonly signal: AbortSignal
}

const handle = async (serving: Serving, visit: Visit): Promise<void> => {
  const refusal = refuseVisitor(visit.request, serving.options.token)
  if (refusal) {
    // What it still sends is not read.
    visit.response.setHeader('connection', 'close')
    return answerWith(visit.response, refusal.status, refusal.body)
  }
  const path = (visit.request.url ?? '/').replace(/\?.*$/, '')
  const bytes = await readBody(visit.request)
  const body = parseBody(bytes)
  const dialect = await dialectAt(path)
  if (visit.request.method !== 'POST' || !dialect)
    return answerWith(visit.response, 404, errorBody('not_found_error', `no such address: ${path}`))
  if (!body)
    return answerWith(
      visit.response,
      400,
      errorBody('invalid_request_error', 'the body is not a JSON object'),
    )
  if (path.endsWith('/count_tokens'))
    return answerWith(visit.response, 200, JSON.stringify({ input_tokens: countInput(body) }))
  const answer = serving.script(dialect.toMessages(body, path))
  const broken = dialect.check?.(body) ?? []
  if (broken.length > 0) {
    serving.violations.push(...broken)
    return answerWith(visit.response, 400, errorBody('invalid_request_error', broken.join('; ')))
  }
  serving.violations.push(...answer.violations)
  const recorded: RecordedRequest = {
    path,
    headers: visit.request.headers,
    receivedAt: visit.receivedAt,
    bytes: bytes.length,
    body: serving.options.keepBodies === false ? undefined : body,
    violations: answer.violations,
  }
  serving.requests.push(recorded)
  serving.options.onRequest?.(recorded)
  visit.response.setHeader('request-id', answer.requestId)
  await answerPlan(answer.plan, visit, { dialect, body })
  recorded.endedAt = performance.now()
}

/** By the end of the path: some clients have a version before it and some do not. */
const dialectAt = async (path: string): Promise<Dialect | undefined> => {
  if (path === '/v1/messages' || path === '/v1/messages/count_tokens') return anthropicDialect
  if (path === '/v1/chat/completions') return chatDialect
  if (path === '/v1/responses') return responsesDialect
  if (/^\/model\/[^/]+\/invoke-with-response-stream$/.test(path))
    return (await import('./cloud-dialects.ts')).bedrockDialect
  if (/\/publishers\/anthropic\/models\/[^/]+:streamRawPredict$/.test(path))
    return (await import('./cloud-dialects.ts')).vertexDialect
  return /^\/v1beta\/models\/[^/]+:streamGenerateContent$/.test(path) ? geminiDialect : undefined
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const parseBody = (bytes: Buffer): WireBody | undefined => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as WireBody) : undefined
  } catch {
    // Answered with 400 by the caller.
    return undefined
  }
}

const answerWith = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

const answerPlan = async (
  plan: Plan,
  { response, signal }: Visit,
  { dialect, body }: { readonly dialect: Dialect; readonly body: WireBody },
): Promise<void> => {
  if (plan.kind === 'refuse') {
    response.writeHead(plan.status, { 'content-type': 'application/json', ...plan.headers }).end(plan.body)
    return
  }
  if (dialect.streams || body['stream'] === true) {
    const type = dialect.contentType ?? 'text/event-stream'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    return playSteps(plan, { response, signal, render: dialect.renderer(body) })
  }
  const wait = plan.steps.at(-1)?.atMs ?? 0
  if (wait > 0 && !(await slept(wait, signal))) return
  if (plan.ending === 'complete') answerWith(response, 200, dialect.whole(plan, body))
  else await playSteps({ ...plan, steps: [] }, { response, signal, render: () => '' })
}

/** The reply as one message, as the API answers when it does not stream. */
const wholeMessage = (plan: StreamPlan): unknown => {
  const reader = createReplyReader(classifyError)
  for (const step of plan.steps) if ('event' in step) reader.take(step.event)
  const reply = reader.reply({ requestId: undefined, durationMs: 0 })
  return {
    id: reply.id,
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content: reply.content,
    stop_reason: reply.stopReason,
    stop_sequence: reply.stopSequence,
    usage: reply.usage,
  }
}
