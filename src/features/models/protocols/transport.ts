import type * as Http from 'node:http'
import { errorText } from '../../../lib/error-text.ts'
import { type ProxySettings, proxyCredentials } from '../../../lib/network/proxy.ts'
import { ModelError } from '../../../protocol/model.ts'
import { abortedError, connectionError } from '../errors.ts'
import { proxyFor } from './proxy.ts'

interface Post {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly Uint8Array[]
  readonly signal: AbortSignal
  /** Until the status line arrives. */
  readonly timeoutMs: number
  /** Every byte is on its way. */
  readonly onSent?: (() => void) | undefined
}

/** Sends requests over kept-alive connections; disposing it closes them. The HTTP modules are loaded by scheme, at the first request. */
export interface Transport extends Disposable {
  /** Resolves when the status line and headers are there; throws ModelError. The caller reads or destroys the body. */
  post(post: Post): Promise<Http.IncomingMessage>
}

/** How requests to one origin leave this machine. */
interface Route {
  readonly send: (options: Http.RequestOptions) => Http.ClientRequest
  readonly agent: Http.Agent
  readonly target: (url: URL) => Http.RequestOptions
}

export interface TransportOptions {
  readonly proxy?: ProxySettings | undefined
  readonly tls?: TlsSettings | undefined
}

/** PEM texts: authorities to trust instead of the built-in ones, and a certificate of our own to show. */
export interface TlsSettings {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

export const createTransport = (options: TransportOptions = {}): Transport => {
  const routes = new Map<string, Promise<Route>>()
  const agents = new Set<Http.Agent>()
  const build = async (url: URL): Promise<Route> => {
    const route = await buildRoute(url, options)
    agents.add(route.agent)
    return route
  }
  return {
    [Symbol.dispose]() {
      routes.clear()
      for (const agent of agents) agent.destroy()
      agents.clear()
    },
    async post(post) {
      if (post.signal.aborted) throw abortedError()
      const known = routes.get(post.url.origin)
      const route = known ?? build(post.url)
      if (!known) routes.set(post.url.origin, route)
      const ready = await route
      try {
        return await send(ready, post)
      } catch (error) {
        // A kept-alive connection may have been closed by the server while it was idle; that says nothing about it.
        if (!(error instanceof StaleConnection)) throw error
        const renewed = build(post.url)
        routes.set(post.url.origin, renewed)
        return await send(await renewed, post)
      }
    },
  }
}

/** The request left on a reused connection that turned out to be closed, and nothing came back. */
class StaleConnection extends Error {
  override readonly name = 'StaleConnection'
}

const buildRoute = async (url: URL, options: TransportOptions): Promise<Route> => {
  const proxy = proxyFor(url, options.proxy ?? {})
  if (url.protocol === 'http:') {
    // Not import(): the module facade of http reads every export, and that loads the whole of undici (25 ms).
    const http = process.getBuiltinModule('node:http')
    const agent = new http.Agent({ keepAlive: true })
    return { send: http.request, agent, target: proxy ? throughProxy(proxy) : direct() }
  }
  const https = process.getBuiltinModule('node:https')
  const settings = { ...options.tls, keepAlive: true }
  if (!proxy) return { send: https.request, agent: new https.Agent(settings), target: direct() }
  const { createTunnelAgent } = await import('./tunnel-agent.ts')
  return { send: https.request, agent: createTunnelAgent(new https.Agent(settings), proxy), target: direct() }
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

const send = (route: Route, post: Post): Promise<Http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    if (post.signal.aborted) throw abortedError()
    const target = route.target(post.url)
    const length = post.body.reduce((sum, piece) => sum + piece.length, 0)
    const options = {
      ...target,
      method: 'POST',
      agent: route.agent,
      headers: { ...post.headers, ...target.headers, 'content-length': length },
      tunnelSignal: post.signal,
    }
    const request = begin(route, options)
    const settle = () => {
      clearTimeout(timer)
      post.signal.removeEventListener('abort', onAbort)
    }
    // Rejects at once: a request that still waits for its connection reports its end only when it gets one.
    const fail = (error: Error) => {
      settle()
      reject(error)
      request.destroy()
    }
    const onAbort = () => fail(abortedError())
    const timer = setTimeout(() => fail(tooSlow(post)), post.timeoutMs)
    post.signal.addEventListener('abort', onAbort, { once: true })
    request.on('error', error => fail(translate(error, request, post)))
    if (post.onSent) request.once('finish', post.onSent)
    request.once('response', incoming => {
      settle()
      resolve(incoming)
    })
    request.cork()
    for (const piece of post.body) request.write(piece)
    request.end()
    request.uncork()
  })

/** A key with a line break in it, say, cannot be put into a header; that is the person's to mend. */
const begin = (route: Route, options: Http.RequestOptions): Http.ClientRequest => {
  try {
    return route.send(options)
  } catch (error) {
    const why = errorText(error)
    throw new ModelError(
      'invalid_request',
      `The request cannot be sent: ${why}. Check the API key and the custom headers for line breaks and odd characters.`,
      { cause: error },
    )
  }
}

const tooSlow = (post: Post): ModelError =>
  new ModelError(
    'network',
    `The model server at ${post.url.origin} did not answer within ${Math.round(post.timeoutMs / 1000)} s.`,
  )

const translate = (error: Error, request: Http.ClientRequest, post: Post): Error => {
  if (error instanceof ModelError) return error
  const code = (error as { code?: unknown }).code
  if (request.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE')) return new StaleConnection()
  return connectionError(error, post.url.origin)
}
