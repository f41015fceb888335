import { timingSafeEqual } from 'node:crypto'
import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { hostOf } from '../../lib/network/refuse-url.ts'
import { findHiddenCharacter } from '../../lib/shell/hidden-character.ts'
import { clause } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { Filling } from './credentials/credential-vault.ts'
import { admit, connectOut, EgressError, type EgressOptions } from './egress.ts'
import { relayRequest } from './relay-request.ts'

/** What the sandbox did not let through. */
export interface Refusal {
  readonly host: string
  readonly why: Text
}

export interface EgressProxyOptions extends EgressOptions {
  /** A path for a unix socket; without one it listens on a free loopback port. */
  readonly socketPath?: string
  /** What a client must show; for a port, which other users of this machine can reach too. */
  readonly token?: string
  /** A client that shows nothing is asked for it, as browsers want to be. */
  readonly challenges?: true
  /** Who is served, as its answers call it; absent: the sandbox. */
  readonly client?: 'browser'
  readonly credentials?: ProxyCredentials
}

/** The credentials that requests carry once they have left. */
export interface ProxyCredentials {
  /** Of requests that are not encrypted. */
  plainFillings(host: string): readonly Filling[]
  /** What is encrypted for this host is decrypted here. */
  endsTls(host: string): boolean
  openEnd(target: URL): Promise<Duplex>
}

const MAX_CONNECTIONS = 256
const MAX_REFUSALS = 200
const HEADER_TIMEOUT_MS = 30_000
const IDLE_TIMEOUT_MS = 10 * 60_000
/** How every TLS connection begins. */
const TLS_HANDSHAKE = 0x16
const CHALLENGE = 'Basic realm="capstan"'

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
      const admitted = await this.#admit(request, target, authority)
      const ends = this.#options.credentials?.endsTls(hostOf(admitted)) === true
      const out = ends ? undefined : await this.connect(admitted)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) client.unshift(head)
      if (out) join(client, out)
      else await this.#lookIn(client, admitted)
    } catch (error) {
      const { status, text } = this.#answerTo(error)
      const body = `${text}\n`
      client.end(
        `HTTP/1.1 ${status}\r\n${status.startsWith('407') ? `proxy-authenticate: ${CHALLENGE}\r\n` : ''}content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
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
      const admitted = await this.#admit(request, target, given)
      const out = await this.connect(admitted)
      response.once('close', () => out.destroy())
      relayRequest({
        ...{ request, response, host: admitted.host, path: `${admitted.pathname}${admitted.search}` },
        fillings: this.#options.credentials?.plainFillings(hostOf(admitted)) ?? [],
        send: ({ headers, ...options }) =>
          http.request({
            ...options,
            headers: { ...headers, connection: 'close' },
            createConnection: () => out,
          }),
        failed: () => response.destroy(),
      })
    } catch (error) {
      const { status, text } = this.#answerTo(error)
      if (status.startsWith('407')) response.setHeader('proxy-authenticate', CHALLENGE)
      answerWith(response, Number.parseInt(status, 10), text)
    }
  }

  #answerTo(error: unknown): { readonly status: string; readonly text: string } {
    if (!(error instanceof EgressError)) throw error
    const whose = `The Capstan ${this.#options.client ?? 'sandbox'}`
    if (error.kind === 'unknown')
      return { status: '407 Proxy Authentication Required', text: `${whose} has a proxy of its own.` }
    return error.kind === 'refused'
      ? { status: '403 Forbidden', text: `${whose} refused this connection: ${error.message}.` }
      : { status: '502 Bad Gateway', text: `${whose} could not connect: ${error.message}.` }
  }

  /** A connection to a host that was admitted. Throws EgressError. */
  async connect(target: URL): Promise<Duplex> {
    const out = await this.#said(target.hostname, connectOut(target, this.#options))
    this.#hold(out)
    return out
  }

  /** Only what begins as TLS does is decrypted; anything else goes through as it is. */
  async #lookIn(client: Duplex, target: URL): Promise<void> {
    const first = await firstChunk(client)
    if (!first) return
    client.unshift(first)
    const open =
      first[0] === TLS_HANDSHAKE ? this.#options.credentials?.openEnd(target) : this.connect(target)
    try {
      const end = await open
      if (end) join(client, end)
    } catch {
      client.destroy()
    }
  }

  async #admit(request: Http.IncomingMessage, target: URL | undefined, given: string): Promise<URL> {
    if (!this.#isKnown(request))
      throw new EgressError(this.#options.challenges ? 'unknown' : 'refused', {
        en: 'this proxy belongs to another program',
        zh: '此代理属于另一个程序',
      })
    const gone = new AbortController()
    const stop = whenGone(request.socket, () => gone.abort())
    const admitting = target
      ? admit(target, this.#options, gone.signal)
      : Promise.reject(
          new EgressError('refused', {
            en: 'the address is not one of http or https',
            zh: '地址不是 http 或 https',
          }),
        )
    await this.#said(target?.hostname ?? given.slice(0, 100), admitting).finally(stop)
    return target as URL
  }

  /** What is refused is remembered. */
  async #said<T>(host: string, attempt: Promise<T>): Promise<T> {
    try {
      return await attempt
    } catch (error) {
      if (error instanceof EgressError && error.kind === 'refused' && this.#refusals.length < MAX_REFUSALS)
        this.#refusals.push({ host, why: clause(error.clause) })
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

/** Answers a request that did not get as far as a host, for a reason of the proxy's own. */
export const notSent = (response: Http.ServerResponse, status: number, why: string): void =>
  answerWith(response, status, `The Capstan sandbox did not send this request: ${why}.`)

const answerWith = (response: Http.ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  response.end(`${text}\n`)
}

const targetOf = (text: string, wellFormed: boolean): URL | undefined =>
  wellFormed && !/[\s\\]/.test(text) && !findHiddenCharacter(text) && URL.canParse(text)
    ? new URL(text)
    : undefined

/** A socket that nobody reads does not say that it has ended: what has come stays in it to be read. */
const whenGone = (socket: Duplex, leave: () => void): (() => void) => {
  const look = (): void => undefined
  if (socket.readableFlowing !== true) socket.on('readable', look)
  socket.once('end', leave).once('close', leave)
  return () => socket.off('readable', look).off('end', leave).off('close', leave)
}

/** Undefined: it ended before. */
const firstChunk = (stream: Duplex): Promise<Buffer | undefined> =>
  new Promise(resolve => {
    stream.once('data', (chunk: Buffer) => {
      stream.pause()
      resolve(chunk)
    })
    stream.once('close', () => resolve(undefined))
    stream.once('end', () => resolve(undefined))
  })

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
