import type * as Http from 'node:http'
import { type ProxySettings, proxyCredentials } from '../../../lib/network/proxy.ts'
import { ModelError } from '../../../protocol/model.ts'
import { isUnknownAuthority } from '../certificate-errors.ts'
import { abortedError, connectionError } from '../errors.ts'
import type { Incoming } from './incoming.ts'
import type { OpenRoute, Post } from './open-route.ts'
import { proxyError, proxyFor, proxyRefusal } from './proxy.ts'
import { unsendable, watchRequest } from './unsent.ts'

/** Sends requests over kept-alive connections; disposing it closes them. The HTTP modules are loaded by scheme, at the first request. */
export interface Transport extends Disposable {
  /** Resolves when the status line and headers are there; throws ModelError. The caller reads or destroys the body. */
  post(post: Omit<Post, 'method'>): Promise<Incoming>
  /** The same without a body. */
  get(asked: Omit<Post, 'method' | 'body'>): Promise<Incoming>
}

/** How requests to one origin leave this machine. */
interface Route {
  readonly send: (options: Http.RequestOptions) => Http.ClientRequest
  readonly agent: Http.Agent
  readonly target: (url: URL) => Http.RequestOptions
  /** It is asked for the whole address, so its failures and answers come in place of the server's. */
  readonly proxy?: URL | undefined
}

interface KeptRoute extends OpenRoute {
  /** It trusts whom the machine trusts, too. */
  readonly isWide: boolean
}

export interface TransportOptions {
  readonly proxy?: ProxySettings | undefined
  readonly tls?: TlsSettings | undefined
  /** The runtime's own client, where it begins sooner than node:http. Not asked where a proxy or certificates are named. */
  readonly fetch?: typeof fetch | undefined
  /** Authorities that the machine trusts besides; they are slow to read, so only an unknown one makes us look. */
  moreAuthorities?(): readonly string[]
}

/** PEM texts: authorities to trust instead of the built-in ones, and a certificate of our own to show. */
export interface TlsSettings {
  readonly ca?: string | readonly string[]
  readonly cert?: string
  readonly key?: string
  /** Opens the key. */
  readonly passphrase?: string
}

export const createTransport = (options: TransportOptions = {}): Transport => {
  const routes = new Map<string, Promise<KeptRoute>>()
  const opened = new Set<OpenRoute>()
  let wide: readonly string[] | undefined
  const build = async (url: URL): Promise<KeptRoute> => {
    const { tls } = options
    const settings = wide ? { ...options, tls: { ...tls, ca: wide } } : options
    const route = { ...(await openRoute(url, settings)), isWide: wide !== undefined }
    opened.add(route)
    return route
  }
  /** A kept-alive connection may have been closed while it was idle, or the machine may trust more than we do. */
  const isWorthMore = (error: unknown, { isWide }: KeptRoute): boolean => {
    if (error instanceof StaleConnection) return true
    if (isWide || !options.moreAuthorities || !isUnknownAuthority(error)) return false
    wide ??= [...authoritiesOf(options.tls), ...options.moreAuthorities()]
    return true
  }
  const deliver = async (post: Post): Promise<Incoming> => {
    if (post.signal.aborted) throw abortedError()
    const known = routes.get(post.url.origin)
    const route = known ?? build(post.url)
    if (!known) routes.set(post.url.origin, route)
    const ready = await route
    try {
      return await ready.send(post)
    } catch (error) {
      if (!isWorthMore(error, ready)) throw error
      const renewed = build(post.url)
      routes.set(post.url.origin, renewed)
      return await (await renewed).send(post)
    }
  }
  return {
    [Symbol.dispose]() {
      routes.clear()
      for (const route of opened) route.close()
      opened.clear()
    },
    post: deliver,
    get: asked => deliver({ ...asked, method: 'GET', body: [] }),
  }
}

/** The request left on a reused connection that turned out to be closed, and nothing came back. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

const authoritiesOf = (tls: TlsSettings | undefined): readonly string[] =>
  tls?.ca === undefined ? process.getBuiltinModule('node:tls').getCACertificates('default') : [tls.ca].flat()

const openRoute = async (url: URL, options: TransportOptions): Promise<OpenRoute> => {
  const proxy = proxyFor(url, options.proxy ?? {})
  if (options.fetch && !options.tls && !proxy && url.username === '') {
    const { openFetchedRoute } = await import('./fetched-route.ts')
    return openFetchedRoute(options.fetch)
  }
  const route = await buildRoute(url, { ...options, proxy })
  return { send: post => send(route, post), close: () => route.agent.destroy() }
}

const buildRoute = async (
  url: URL,
  { proxy, tls }: { readonly proxy: URL | undefined; readonly tls?: TlsSettings | undefined },
): Promise<Route> => {
  const isPlain = url.protocol === 'http:'
  if (isPlain && proxy?.protocol !== 'https:') {
    // Not import(): the module facade of http reads every export, and that loads the whole of undici (25 ms).
    const http = process.getBuiltinModule('node:http')
    const agent = new http.Agent({ keepAlive: true })
    return { send: http.request, agent, target: proxy ? throughProxy(proxy) : direct(), proxy }
  }
  const https = process.getBuiltinModule('node:https')
  const { ca, ...own } = tls ?? {}
  const agent = new https.Agent({ ...own, ...(ca === undefined ? {} : { ca: [ca].flat() }), keepAlive: true })
  if (!proxy) return { send: https.request, agent, target: direct() }
  if (isPlain) return { send: https.request, agent, target: throughProxy(proxy), proxy }
  const { createTunnelAgent } = await import('./tunnel-agent.ts')
  return { send: https.request, agent: createTunnelAgent(agent, proxy), target: direct() }
}

const direct = (): Route['target'] => {
  let last: { readonly url: URL; readonly options: Http.RequestOptions } | undefined
  return url => {
    if (last?.url !== url) last = { url, options: optionsOf(url) }
    return last.options
  }
}

const optionsOf = (url: URL): Http.RequestOptions => ({
  protocol: url.protocol,
  hostname: url.hostname.replace(/^\[|\]$/g, ''),
  port: url.port || undefined,
  path: url.pathname + url.search,
})

/** A plain proxy is asked for the absolute address. */
const throughProxy =
  (proxy: URL) =>
  (url: URL): Http.RequestOptions => ({
    ...optionsOf(proxy),
    path: url.href,
    headers: { host: url.host, ...proxyCredentials(proxy) },
  })

const send = (route: Route, post: Post): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    if (post.signal.aborted) throw abortedError()
    const target = route.target(post.url)
    const length = post.body.reduce((sum, piece) => sum + piece.length, 0)
    const options = {
      ...target,
      method: post.method ?? 'POST',
      agent: route.agent,
      headers: {
        ...post.headers,
        ...target.headers,
        ...(post.method === 'GET' ? {} : { 'content-length': length }),
      },
      tunnelSignal: post.signal,
    }
    const request = begin(route, options)
    const { settle, fail } = watchRequest(post, { reject, cancel: () => request.destroy() })
    request.on('error', error => fail(translate(error, request, { post, proxy: route.proxy })))
    if (post.onSent) request.once('finish', post.onSent)
    request.once('response', incoming => {
      const { proxy } = route
      if (proxy && incoming.statusCode === 407) return fail(proxyRefusal(proxy, 407))
      settle()
      resolve(incoming)
    })
    request.cork()
    for (const piece of post.body) request.write(piece)
    request.end()
    request.uncork()
  })

const begin = (route: Route, options: Http.RequestOptions): Http.ClientRequest => {
  try {
    return route.send(options)
  } catch (error) {
    throw unsendable(error)
  }
}

const translate = (
  error: Error,
  request: Http.ClientRequest,
  { post, proxy }: { readonly post: Post; readonly proxy: URL | undefined },
): Error => {
  if (error instanceof ModelError) return error
  const code = (error as { code?: unknown }).code
  if (request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) return new StaleConnection()
  return proxy ? proxyError(error, proxy) : connectionError(error, post.url.origin)
}
