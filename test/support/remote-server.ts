import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_LIMITS, type PoolDeps } from '../../src/features/mcp/pool/pool-deps.ts'
import { ServerPool } from '../../src/features/mcp/pool/server-pool.ts'
import type { ServerConfig } from '../../src/protocol/extensions/server.ts'
import type { Env } from '../../src/protocol/host.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'

export interface Asked {
  readonly id?: number
  readonly method: string
}

export const answerTo = ({ id, method }: Asked): object | undefined => {
  if (id === undefined) return undefined
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'x', version: '1' },
        }
      : method === 'tools/list'
        ? { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] }
        : { content: [{ type: 'text', text: 'pong' }] }
  return { jsonrpc: '2.0', id, result }
}

export const listen = async (server: Server): Promise<number> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A pool with one server, `remote`; pauses before reconnecting are short. */
export const openPool = (config: ServerConfig, env: Env = {}, more: Partial<PoolDeps> = {}) => {
  const warnings: string[] = []
  const log: string[] = []
  const pool = new ServerPool({
    env,
    version: '1',
    limits: { ...DEFAULT_LIMITS, connectMs: 5_000, pauseMs: 5 },
    cwd: () => '/',
    roots: () => ['/'],
    now: () => Date.now(),
    onChanged: () => undefined,
    onToolsChanged: () => undefined,
    warn: text => warnings.push(inEnglish(text)),
    log: line => log.push(line),
    ...more,
  })
  pool.set([{ name: 'remote', config, source: { level: 'user' } }])
  return { pool, warnings, log, server: pool.find('remote') }
}

export const ping = (server: ReturnType<typeof openPool>['server']) =>
  server.use(connection => connection.call('ping', {}, server.callOptions(new AbortController().signal)))

export const bodyOf = async (request: IncomingMessage): Promise<Asked> => {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text) as Asked
}

/** A server at an address, spoken to over plain HTTP: `/mcp` is the newer way, `/sse` the older one. */
export const openRemote = async () => {
  const heard: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = []
  const streams = new Set<ServerResponse>()
  let refuses = 0
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (refuses > 0) {
      refuses -= 1
      return void request.socket.destroy()
    }
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (request.method === 'GET' && path === '/sse') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: endpoint\ndata: /message\n\n')
      streams.add(response)
      return void response.once('close', () => streams.delete(response))
    }
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const asked = await bodyOf(request)
    heard.push({ method: asked.method, headers: request.headers })
    const answer = answerTo(asked)
    if (path === '/message') {
      for (const stream of streams)
        if (answer) stream.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`)
      return void response.writeHead(202).end()
    }
    response.writeHead(answer ? 200 : 202, { 'content-type': 'application/json' })
    response.end(answer ? JSON.stringify(answer) : undefined)
  }
  const server = createServer((request, response) => void serve(request, response))
  const port = await listen(server)
  return {
    heard,
    port,
    server,
    url: (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    /** The next so many requests get no answer but a closed connection. */
    refuse(times: number) {
      refuses = times
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
