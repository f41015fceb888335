import { mkdirSync } from 'node:fs'
import type * as Http from 'node:http'
import type { Server } from 'node:https'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { errorText } from '../../../lib/error-text.ts'
import { hostOf } from '../../../lib/network/refuse-url.ts'
import { notSent } from '../egress-proxy.ts'
import { isRepeatable, relayRequest } from '../relay-request.ts'
import type { CredentialVault } from './credential-vault.ts'
import type { SessionAuthority } from './session-authority.ts'

export interface TlsEndOptions {
  readonly authority: SessionAuthority
  readonly vault: Pick<CredentialVault, 'fillingsFor'>
  /** Certificates of whom is believed on the other side. */
  readonly roots: readonly string[]
  /** A private directory, which no command sees, for sockets. */
  readonly directory: string
  /** A connection to what was checked. Throws EgressError. */
  connect(target: URL): Promise<Duplex>
}

interface End {
  readonly target: URL
  readonly server: Server
  readonly http: typeof Http
  /** Keeps connections for the next request; the other one does not. */
  readonly kept: Http.Agent
  readonly once: Http.Agent
}

const HEADER_TIMEOUT_MS = 30_000
const KEPT_MS = 4_000
const MAX_CONNECTIONS = 256

/**
 * Where what is meant for a host is decrypted, looked through and encrypted again. Every request goes to the host that
 * the connection was opened for; one that names another is refused, because servers share addresses.
 */
export class TlsEnd implements AsyncDisposable {
  readonly #options: TlsEndOptions
  readonly #ends = new Map<string, Promise<End>>()
  readonly #sockets = new Set<Duplex>()
  #count = 0

  constructor(options: TlsEndOptions) {
    this.#options = options
  }

  /** The end for a target, to be spoken to as the host itself would be. */
  async open(target: URL): Promise<Duplex> {
    const made = this.#ends.get(target.host) ?? this.#make(target)
    this.#ends.set(target.host, made)
    const [end, { connect }] = await Promise.all([made, import('node:net')])
    return connect({ path: String(end.server.address()), allowHalfOpen: true })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ends = await Promise.all(this.#ends.values())
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(
      ends.map(({ server, kept }) => {
        kept.destroy()
        return new Promise<void>(resolve => server.close(() => resolve()))
      }),
    )
  }

  async #make(target: URL): Promise<End> {
    const [https, http] = await Promise.all([import('node:https'), import('node:http')])
    const { authority, directory } = this.#options
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const connect = await this.#connector(target)
    const server = https.createServer(
      {
        ...authority.certificateFor(hostOf(target)),
        ALPNProtocols: ['http/1.1'],
        headersTimeout: HEADER_TIMEOUT_MS,
        requestTimeout: 0,
        insecureHTTPParser: false,
      },
      (request, response) => this.#relay(end, request, response),
    )
    const agentWith = (options: Http.AgentOptions): Http.Agent =>
      Object.assign(new http.Agent(options), { createConnection: connect })
    const kept = agentWith({ keepAlive: true, timeout: KEPT_MS })
    const end: End = { target, server, http, kept, once: agentWith({ keepAlive: false }) }
    server.maxConnections = MAX_CONNECTIONS
    server.on('connection', (socket: Duplex) => this.#hold(socket))
    server.on('clientError', (_error, socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'),
    )
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(join(directory, `${this.#count++}.sock`), resolve)
    })
    server.unref()
    return end
  }

  #hold(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Opens connections to the host that are checked as any other's, and fails where it cannot show who it is. */
  async #connector(target: URL) {
    const { connect, createSecureContext } = await import('node:tls')
    const secureContext = createSecureContext({ ca: [...this.#options.roots] })
    const name = hostOf(target).replace(/^\[|\]$/g, '')
    const open = async (): Promise<Duplex> => {
      const socket = await this.#options.connect(target)
      return await new Promise((resolve, reject) => {
        const secure = connect({
          socket,
          secureContext,
          host: name,
          ...(isIP(name) ? {} : { servername: name }),
          ALPNProtocols: ['http/1.1'],
        })
        this.#hold(secure)
        secure.once('error', reject)
        secure.once('secureConnect', () => resolve(secure))
      })
    }
    return (_options: object, done: (error: Error | null, socket?: Duplex) => void): undefined => {
      open().then(socket => done(null, socket), done)
    }
  }

  #relay(end: End, request: Http.IncomingMessage, response: Http.ServerResponse): void {
    const { target, http, kept, once } = end
    const path = request.url ?? ''
    if (!path.startsWith('/') || !isFor(request.headers.host, target)) {
      notSent(response, 421, `it is not for ${target.host}, which the connection was opened for`)
      return
    }
    const fillings = this.#options.vault.fillingsFor(hostOf(target))
    const attempt = (agent: Http.Agent): void =>
      relayRequest({
        ...{ request, response, path, fillings },
        host: target.host,
        send: options => http.request({ ...options, agent }),
        failed: (error, reused) => (reused ? attempt(once) : notSent(response, 502, errorText(error))),
      })
    try {
      attempt(isRepeatable(request) ? kept : once)
    } catch (error) {
      // The address or a header holds what cannot be sent on.
      notSent(response, 400, errorText(error))
    }
  }
}

/** Servers of several hosts share addresses: who says another name than the one that was checked reaches another. */
const isFor = (given: string | undefined, target: URL): boolean => {
  if (given === undefined || /[\s/@?#\\]/.test(given) || !URL.canParse(`https://${given}/`)) return false
  const said = new URL(`https://${given}/`)
  return hostOf(said) === hostOf(target) && said.port === target.port
}
