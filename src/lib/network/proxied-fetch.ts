import type * as Http from 'node:http'
import type { ProxySettings } from './proxy.ts'
import { proxyOfChosen, wayTo } from './way-to.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const MAX_REDIRECTS = 5
/** With these an answer has no body, not even an empty one. */
const BODILESS = new Set([101, 204, 205, 304])

/**
 * A `fetch` that goes the way the proxy settings say, for addresses that the person chose. Where no proxy is on the
 * way it is the runtime's own.
 */
export const createProxiedFetch = (settings: ProxySettings): Fetch => {
  if (!settings.http && !settings.https) return (url, init) => fetch(url, init)
  return async (url, init) => {
    const target = new URL(url)
    if (proxyOfChosen(target, settings) === 'none') return await fetch(target, init)
    const request = new Request(target, init)
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    return await follow(
      { request, url: target, headers: request.headers, ...(body ? { body } : {}) },
      settings,
    )
  }
}

interface Hop {
  readonly request: Request
  readonly url: URL
  readonly headers: Headers
  readonly body?: Buffer
}

const follow = async (first: Hop, proxy: ProxySettings): Promise<Response> => {
  let hop = first
  for (let redirects = 0; ; redirects += 1) {
    const incoming = await send(hop, proxy)
    const next = nextHop(hop, incoming)
    if (next === undefined || hop.request.redirect === 'manual') return await toResponse(incoming)
    incoming.destroy()
    if (hop.request.redirect === 'error' || redirects >= MAX_REDIRECTS)
      throw new TypeError(
        `${first.url.origin} redirects ${redirects === 0 ? '' : 'too often '}to ${next.url.origin}`,
      )
    hop = next
  }
}

/** Only what can be said again is; a secret is for the address it was given for. */
const nextHop = (hop: Hop, { statusCode = 0, headers }: Http.IncomingMessage): Hop | undefined => {
  const { location } = headers
  const isRepeatable = hop.request.method === 'GET' || hop.request.method === 'HEAD'
  const isRedirect =
    statusCode === 307 || statusCode === 308 || (isRepeatable && [301, 302, 303].includes(statusCode))
  if (!isRedirect || location === undefined || !URL.canParse(location, hop.url.href)) return undefined
  const url = new URL(location, hop.url)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.origin === hop.url.origin) return { ...hop, url }
  const own = [...hop.headers].filter(([name]) => name !== 'authorization' && name !== 'cookie')
  return { ...hop, url, headers: new Headers(own) }
}

const send = async (
  { request, url, headers, body }: Hop,
  proxy: ProxySettings,
): Promise<Http.IncomingMessage> => {
  const { signal, method } = request
  signal.throwIfAborted()
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const way = await wayTo({ url, proxy, signal })
  const sent = open({
    ...way,
    method,
    headers: {
      ...Object.fromEntries(headers),
      ...way.headers,
      ...(body ? { 'content-length': body.length } : {}),
    },
    signal,
  })
  return await new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.once('response', resolve)
    sent.end(body)
  })
}

const toResponse = async (incoming: Http.IncomingMessage): Promise<Response> => {
  const { Readable } = await import('node:stream')
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  if (BODILESS.has(status)) incoming.resume()
  const body = BODILESS.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Response(body, { status, statusText: incoming.statusMessage ?? '', headers })
}
