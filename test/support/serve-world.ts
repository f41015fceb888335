import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { ServeOptions } from '../../src/frontends/serve/serve-options.ts'
import { type RunningServer, startServer } from '../../src/frontends/serve/server.ts'
import type { Host, OpenRequest, OpenSession, SessionSummary } from '../../src/protocol/host.ts'
import type { Message } from '../../src/protocol/message.ts'
import type { Op } from '../../src/protocol/op.ts'
import type { ServerFrame } from '../../src/protocol/serve/wire.ts'
import { FakeEngine, type TurnScript } from './fake-engine.ts'
import { startProxy } from './tcp-proxy.ts'

export const SERVE_TOKEN = 'the-token-of-this-test-which-is-long-enough-000'

export interface ServeWorld extends AsyncDisposable {
  readonly server: RunningServer
  readonly url: string
  readonly opened: OpenRequest[]
  readonly engines: Map<string, FakeEngine>
  /** What the server had to say about itself. */
  readonly logged: string[]
  /** As a program with the token, unless headers say otherwise. */
  call(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** The same server over a line that can be cut. */
  readonly proxied: string
  cut(): void
  restore(): void
  /** The session ends with the program and is opened anew, with this history. */
  restart(id: string, history: readonly Message[]): Promise<void>
  follow(id: string, query?: string, headers?: Readonly<Record<string, string>>): FakeClient
}

/** A server whose sessions are scripts. */
export const openServeWorld = async (
  scripts: readonly TurnScript[] = [],
  options: Partial<ServeOptions> & { readonly kept?: readonly SessionSummary[] } = {},
): Promise<ServeWorld> => {
  const opened: OpenRequest[] = []
  const engines = new Map<string, FakeEngine>()
  const logged: string[] = []
  const host = fakeHost({ scripts, opened, engines, kept: options.kept ?? [] })
  // The system gives each server its port: one that was free a moment ago may be in use by now.
  const proxy = await startProxy(() => Number(new URL(server.url).port))
  const start = (host: ServeOptions['host']) =>
    startServer({
      host,
      base: { env: {}, session: { kind: 'new' }, overrides: {} },
      version: '0.0.0',
      cwd: '/w',
      rights: { bypass: false, shell: false, settings: false },
      token: SERVE_TOKEN,
      listen: { hostname: '127.0.0.1', port: 0, names: [`127.0.0.1:${proxy.port}`] },
      page: async path => (path === '/index.html' ? { type: 'text/html', body: '<p>page' } : undefined),
      readThread: async () => [],
      newId: randomUUID,
      now: () => Date.now(),
      log: text => void logged.push(text),
      ...options,
    })
  let server: RunningServer = await start(host)
  const bearer = { authorization: `Bearer ${SERVE_TOKEN}` }
  const clients: FakeClient[] = []
  return {
    get server() {
      return server
    },
    get url() {
      return server.url
    },
    proxied: `http://127.0.0.1:${proxy.port}`,
    cut: () => proxy.cut(),
    restore: () => proxy.restore(),
    async restart(id, history) {
      proxy.cut()
      await server[Symbol.asyncDispose]()
      const kept = [{ id, path: '', size: 0, modifiedAt: 0, cwd: '/w' }]
      server = await start(fakeHost({ scripts, opened, engines, kept, history }))
      proxy.restore()
    },
    opened,
    engines,
    logged,
    call: (path, init = {}) =>
      fetch(`${server.url}${path}`, { ...init, headers: { ...bearer, ...(init.headers as object) } }),
    post: (path, body, headers = {}) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    follow(id, query = '', headers = bearer) {
      const client = new FakeClient(
        `${server.url.replace('http', 'ws')}/api/v1/sessions/${id}/events${query}`,
        headers,
      )
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.socket.terminate()
      for (const engine of engines.values()) await engine[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

const fakeHost = (at: {
  readonly scripts: readonly TurnScript[]
  readonly opened: OpenRequest[]
  readonly engines: Map<string, FakeEngine>
  readonly kept: readonly SessionSummary[]
  readonly history?: readonly Message[]
}): Pick<Host, 'open' | 'list' | 'sessions'> => {
  const sessions: OpenSession[] = []
  return {
    async open(request) {
      at.opened.push(request)
      const { session } = request
      const id = session.kind === 'resume' && typeof session.which === 'string' ? session.which : randomUUID()
      const engine = new FakeEngine(at.scripts, at.history ? { history: at.history } : {})
      at.engines.set(id, engine)
      sessions.push({ id, cwd: request.cwd ?? '/w', engine })
      return engine
    },
    list: async () => at.kept,
    sessions: () => sessions,
  }
}

/** One who follows a session, with everything it was told. */
export class FakeClient {
  readonly socket: WebSocket
  readonly frames: ServerFrame[] = []
  readonly closed: Promise<number>
  #wake: () => void = () => {}

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.socket = new WebSocket(url, { headers })
    this.closed = new Promise(resolve => {
      this.socket.on('close', code => resolve(code))
      this.socket.on('error', error => resolve(Number(/\d+$/.exec(error.message)?.[0] ?? 0)))
    })
    this.socket.on('message', data => {
      this.frames.push(JSON.parse(String(data)) as ServerFrame)
      this.#wake()
    })
  }

  /** The first frame that fits, past or to come. */
  async frame<K extends ServerFrame['kind']>(
    kind: K,
    fits: (frame: ServerFrame & { readonly kind: K }) => boolean = () => true,
  ): Promise<ServerFrame & { readonly kind: K }> {
    for (;;) {
      const found = this.frames.find(
        (frame): frame is ServerFrame & { readonly kind: K } =>
          frame.kind === kind && fits(frame as ServerFrame & { readonly kind: K }),
      )
      if (found) return found
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  say(op: Op, id: string = randomUUID()): Promise<ServerFrame & { readonly kind: 'ack' }> {
    this.socket.send(JSON.stringify({ kind: 'op', id, op }))
    const before = this.frames.length
    return this.frame('ack', frame => frame.id === id && this.frames.indexOf(frame) >= before)
  }

  /** The types of the numbered events so far, with their numbers. */
  get events(): readonly string[] {
    return this.frames.flatMap(frame => (frame.kind === 'event' ? [`${frame.seq} ${frame.event.type}`] : []))
  }
}
