import { timingSafeEqual } from 'node:crypto'
import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { findHiddenCharacter } from '../../lib/shell/hidden-character.ts'
import { connectOut, EgressError, type EgressOptions } from './egress.ts'

/** What the sandbox did not let through. */
export interface Refusal {
  readonly host: string
  readonly why: string
}

export interface EgressProxyOptions extends EgressOptions {
  /** A path for a unix socket; without one it listens on a free loopback port. */
  readonly socketPath?: string
  /** What a client must show; for a port, which other users of this machine can reach too. */
  readonly token?: string
}

const MAX_CONNECTIONS = 256
const MAX_REFUSALS = 200
const HEADER_TIMEOUT_MS = 30_000
const IDLE_TIMEOUT_MS = 10 * 60_000
/** Between two hops only; a request of ours to the next one has its own. */
const HOP_HEADERS =
  /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|host|http2-settings)$/i

/** The only way out of a sandbox: CONNECT and plain HTTP to the hosts that are allowed, everything else is refused in words. */
export class EgressProxy implements AsyncDisposable {
  readonly #options: EgressProxyOptions
  readonly #server: Http.Server
  readonly #sockets = new Set<Duplex>()
  readonly #refusals: Refusal[] = []

  static async open(options: EgressProxyOptions): Promise<EgressProxy> {
    const http = process.getBuiltinModule('node:http')
    const proxy = new EgressProxy(options, http)
    const server = proxy.#server
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      const done = (): void => {
        server.off('error', reject)
        resolve()
      }
      if (options.socketPath === undefined) server.listen(0, '127.0.0.1', done)
      else server.listen(options.socketPath, done)
    })
    server.unref()
    return proxy
  }

  private constructor(options: EgressProxyOptions, http: typeof Http) {
    this.#options = options
    this.#server = http.createServer({
      headersTimeout: HEADER_TIMEOUT_MS,
      requestTimeout: 0,
      insecureHTTPParser: false,
    })
    this.#server.maxConnections = MAX_CONNECTIONS
    this.#server.on('connection', socket => this.#hold(socket))
    this.#server.on('request', (request, response) => void this.#forward(request, response, http))
    this.#server.on('connect', (request, socket, head) => void this.#tunnel(request, socket, head))
    this.#server.on('clientError', (_error, socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'),
    )
  }

  /** The port, when it listens on one. */
  get port(): number | undefined {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : undefined
  }

  /** What a client must show, when it must. */
  get token(): string | undefined {
    return this.#options.token
  }

  /** How many refusals there have been; `refusalsSince` takes it back. */
  get mark(): number {
    return this.#refusals.length
  }

  refusalsSince(mark: number): readonly Refusal[] {
    return this.#refusals.slice(mark)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }

  #hold(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#sockets.delete(socket))
  }

  async #tunnel(request: Http.IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const authority = request.url ?? ''
    const target = targetOf(`https://${authority}/`, /^[^\s/@?#\\]+:\d{1,5}$/.test(authority))
    try {
      const out = await this.#connect(request, target, authority)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) out.write(head)
      join(client, out)
    } catch (error) {
      const { status, text } = answerTo(error)
      const body = `${text}\n`
      client.end(
        `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
  }

  async #forward(
    request: Http.IncomingMessage,
    response: Http.ServerResponse,
    http: typeof Http,
  ): Promise<void> {
    const given = request.url ?? ''
    const target = targetOf(given, given.startsWith('http://'))
    try {
      const out = await this.#connect(request, target, given)
      const headers = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.test(name))
      const sent = http.request({
        method: request.method ?? 'GET',
        path: `${target?.pathname ?? '/'}${target?.search ?? ''}`,
        headers: { ...Object.fromEntries(headers), host: target?.host ?? '', connection: 'close' },
        createConnection: () => out,
      })
      sent.once('response', answer => {
        const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.test(name))
        response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
        answer.pipe(response)
        answer.once('error', () => response.destroy())
      })
      sent.once('error', () => response.destroy())
      response.once('close', () => out.destroy())
      request.pipe(sent)
    } catch (error) {
      const { status, text } = answerTo(error)
      response.writeHead(Number.parseInt(status, 10), {
        'content-type': 'text/plain; charset=utf-8',
        connection: 'close',
      })
      response.end(`${text}\n`)
    }
  }

  async #connect(request: Http.IncomingMessage, target: URL | undefined, given: string): Promise<Duplex> {
    if (!this.#isKnown(request)) throw new EgressError('refused', 'this proxy belongs to another program')
    try {
      if (!target) throw new EgressError('refused', 'the address is not one of http or https')
      const out = await connectOut(target, this.#options)
      this.#hold(out)
      return out
    } catch (error) {
      if (error instanceof EgressError && error.kind === 'refused' && this.#refusals.length < MAX_REFUSALS)
        this.#refusals.push({ host: target?.hostname ?? given.slice(0, 100), why: error.message })
      throw error
    }
  }

  #isKnown(request: Http.IncomingMessage): boolean {
    const { token } = this.#options
    if (token === undefined) return true
    const wanted = Buffer.from(`Basic ${Buffer.from(`capstan:${token}`).toString('base64')}`)
    const shown = Buffer.from(request.headers['proxy-authorization'] ?? '')
    return shown.length === wanted.length && timingSafeEqual(shown, wanted)
  }
}

const targetOf = (text: string, wellFormed: boolean): URL | undefined =>
  wellFormed && !/[\s\\]/.test(text) && !findHiddenCharacter(text) && URL.canParse(text)
    ? new URL(text)
    : undefined

const answerTo = (error: unknown): { readonly status: string; readonly text: string } => {
  if (!(error instanceof EgressError)) throw error
  return error.kind === 'refused'
    ? { status: '403 Forbidden', text: `The Capstan sandbox refused this connection: ${error.message}.` }
    : { status: '502 Bad Gateway', text: `The Capstan sandbox could not connect: ${error.message}.` }
}

/** Each side's end ends the other; one that says nothing for long is given up. */
const join = (client: Duplex, out: Duplex): void => {
  const end = (): void => {
    client.destroy()
    out.destroy()
  }
  const quiet = setTimeout(end, IDLE_TIMEOUT_MS).unref()
  for (const side of [client, out]) {
    side.on('data', () => quiet.refresh())
    side.once('close', end)
    side.on('error', end)
  }
  out.once('close', () => clearTimeout(quiet))
  client.pipe(out)
  out.pipe(client)
}
