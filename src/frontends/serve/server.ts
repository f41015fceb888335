import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { ROUTES } from '../../protocol/serve/routes.ts'
import { API } from '../../protocol/serve/wire.ts'
import { createApi, nameClient } from './api.ts'
import { check } from './check-parts.ts'
import { Credentials } from './credentials.ts'
import { Guard, type Knock } from './guard.ts'
import { createHandlers } from './handlers.ts'
import { hostOrigins, printedUrl } from './host-names.ts'
import { Hubs } from './hubs.ts'
import { addInbox } from './inbox.ts'
import { MAX_BODY } from './limits.ts'
import { addPage, withHeaders } from './page.ts'
import { PushDesk, tellOfFleet } from './push-desk.ts'
import type { ServeOptions } from './serve-options.ts'
import type { Mark } from './session-hub.ts'
import { serveSocket } from './sockets.ts'
import { WatchLinks } from './watch-links.ts'
import { createWatching, type Watching } from './watching.ts'
import { STATUS, toWireError, WireProblem } from './wire-problem.ts'

export interface RunningServer extends AsyncDisposable {
  /** Where it is reached, without a slash at the end. */
  readonly url: string
  /** The address of the page with a code that signs one browser in. */
  newLink(): { readonly url: string; readonly expiresAt: string }
  /** Links that can only read a session. */
  readonly watching: Watching
}

/** Serves sessions until it is disposed; they themselves belong to whoever opened the host. */
export const startServer = async (options: ServeOptions): Promise<RunningServer> => {
  const { listen } = options
  const scheme = listen.tls ? 'https' : 'http'
  const server = listen.tls ? createSecureServer(listen.tls) : createServer()
  const port = await listenOn(server, listen)
  const hosts = hostOrigins(listen, { scheme, port })
  const url = printedUrl(listen, { scheme, port })
  const credentials = new Credentials(options.token, options.now)
  const cookieName = `capstan_${port}`
  const links = options.linkStore && new WatchLinks({ ...options, store: options.linkStore })
  const guard = new Guard({
    credentials,
    hosts,
    cookieName,
    now: options.now,
    ...(links ? { links } : {}),
  })
  const push = options.push && new PushDesk({ ...options, port: options.push })
  const hubs = new Hubs({ ...options, ...(push ? { follow: hub => push.follow(hub) } : {}) })
  const endFleet = push && options.fleet ? tellOfFleet(push, options.fleet) : undefined
  const watching = createWatching({ hubs, url, now: options.now, newId: options.newId, links })
  const newLink = () => {
    const { code, expiresAt } = credentials.newCode()
    return { url: `${url}/login?code=${code}`, expiresAt: new Date(expiresAt).toISOString() }
  }
  const app = createApi({
    hubs,
    watching,
    handlers: createHandlers(hubs, options, { newLink, watching, push }),
    version: options.version,
    rights: options.rights,
    newId: options.newId,
    now: options.now,
    log: options.log,
    authenticate: context => guard.authenticate(knockOf(incomingOf(context))),
    admitWatcher: context => guard.admitWatcher(knockOf(incomingOf(context))),
  })
  const endInbox = addInbox(app, { hubs, guard, options, incomingOf })
  addPage(app, { credentials, guard, cookieName, secure: scheme === 'https', page: options.page, incomingOf })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server.on('request', (request: IncomingMessage, response) => {
    if (refuse(request, guard, (status, body) => withHeaders(response).writeHead(status).end(body))) return
    void listener(request, withHeaders(response))
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY,
    handleProtocols: chooseProtocol,
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    void upgrade({ request, socket, head }, { guard, hubs, sockets, options })
  })
  const letGo = keepAlive(sockets)
  return {
    url,
    newLink,
    watching,
    async [Symbol.asyncDispose]() {
      letGo()
      endInbox()
      endFleet?.()
      await options.fleet?.[Symbol.asyncDispose]()
      links?.stop()
      await stop(server, sockets)
    },
  }
}

const listenOn = (server: Server, { hostname, port }: ServeOptions['listen']): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

const incomingOf = (context: Context): IncomingMessage => (context.env as HttpBindings).incoming

const knockOf = (request: IncomingMessage): Knock => ({
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  headers: request.headers,
  from: request.socket.remoteAddress ?? '',
})

/** The name it was called by and the page that asks, before anything else. */
const refuse = (
  request: IncomingMessage,
  guard: Guard,
  answer: (status: number, body: string) => void,
): boolean => {
  try {
    guard.whereToTry(knockOf(request))
    return false
  } catch (error) {
    const told = toWireError(error, () => {})
    answer(STATUS[told.kind], JSON.stringify({ error: told }))
    return true
  }
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

const EVENTS = new RegExp(`^${API}/sessions/([^/]+)/events$`)

const upgrade = async (
  { request, socket, head }: Upgrade,
  at: {
    readonly guard: Guard
    readonly hubs: Hubs
    readonly sockets: WebSocketServer
    readonly options: ServeOptions
  },
): Promise<void> => {
  const { guard, hubs, sockets, options } = at
  socket.on('error', () => socket.destroy())
  try {
    const knock = { ...knockOf(request), upgrade: true }
    guard.whereToTry(knock)
    const caller = guard.authenticate(knock)
    // A browser always says where the page comes from that opens a socket.
    if (caller === 'page' && request.headers.origin === undefined)
      throw new WireProblem('forbidden', serveText('no_origin'))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const id = EVENTS.exec(pathname)?.[1]
    if (id === undefined) throw new WireProblem('not_found', serveText('nothing_here'))
    const query = check(ROUTES.events.query, Object.fromEntries(searchParams))
    const hub = await hubs.get(decodeURIComponent(id))
    const since = new Date(options.now()).toISOString()
    const client = { ...nameClient(caller, query.name, options.newId()), since }
    sockets.handleUpgrade(request, socket, head, webSocket => {
      sockets.emit('connection', webSocket, request)
      void serveSocket(webSocket, hub, { client, mark: query as Mark, log: options.log })
    })
  } catch (error) {
    const told = toWireError(error, options.log)
    const body = JSON.stringify({ error: told })
    socket.end(
      `HTTP/1.1 ${STATUS[told.kind]} Refused\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
}

/** The key in the other one is never said back. */
const chooseProtocol = (protocols: ReadonlySet<string>): string | false =>
  protocols.has('capstan.v1') ? 'capstan.v1' : false

const GOING_AWAY = 1001

const stop = async (server: Server, sockets: WebSocketServer): Promise<void> => {
  for (const socket of sockets.clients) socket.close(GOING_AWAY, 'the server stops')
  const closed = new Promise(resolve => server.close(resolve))
  server.closeAllConnections()
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  await closed
}

/** How often everybody is asked whether they are still there. */
const ASK_MS = 30_000

const everyHalfMinute = (call: () => void): (() => void) => {
  const timer = setInterval(call, ASK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Lets go of clients that vanished without a word, such as phones that fell asleep; answers what ends it. */
export const keepAlive = (sockets: WebSocketServer, every = everyHalfMinute): (() => void) => {
  const silent = new WeakSet<WebSocket>()
  sockets.on('connection', (socket: WebSocket) => socket.on('pong', () => silent.delete(socket)))
  return every(() => {
    for (const socket of sockets.clients)
      if (silent.has(socket)) socket.terminate()
      else {
        silent.add(socket)
        socket.ping()
      }
  })
}
