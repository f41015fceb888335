import type * as Http from 'node:http'
import type { Duplex } from 'node:stream'
import { addressKind } from './address.ts'
import { decodeBody } from './decode-body.ts'
import { BAD_PROXY, NetworkError, NO_ANSWER, toNetworkError } from './network-error.ts'
import { findProxy, type ProxySettings } from './proxy.ts'
import { hostOf, refuseAddress, refuseUrl } from './refuse-url.ts'
import { openTunnel } from './tunnel.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

export interface GetRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Present: this is posted. */
  readonly body?: string | Uint8Array
  /** Hosts that may be private because they were named one by one. */
  readonly open: readonly string[]
  /** The person chose this very server in their settings: it may be wherever its name says, but for what never may be. */
  readonly chosen?: boolean
  /** Ends everything; a reason called TimeoutError says so. */
  readonly signal: AbortSignal
  /** Holds before and after unpacking. */
  readonly maxBytes: number
  readonly proxy?: ProxySettings
  /** The system's resolver when absent. */
  readonly resolve?: Resolve
  /** PEM text of authorities to trust instead of the built-in ones. */
  readonly ca?: string
}

export interface GetAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: Http.IncomingHttpHeaders
  /** Unpacked. */
  readonly body: Uint8Array
}

/**
 * One GET or POST, no redirect followed, nothing kept: no connection, no cookie. The name is resolved once, every address it
 * stands for is checked, and only those are connected to. Throws {@link NetworkError}.
 */
export const get = async (request: GetRequest): Promise<GetAnswer> => {
  const { url, signal, maxBytes } = request
  try {
    const options = await checkedConnection(request)
    const { request: send } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    const incoming = await answerTo(send({ ...options, signal }), request.body)
    const packed = await collect(incoming, maxBytes)
    // An answer without a length ends with its connection, and that ends with the signal too.
    signal.throwIfAborted()
    return {
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? '',
      headers: incoming.headers,
      body: await decodeBody(packed, incoming.headers['content-encoding'], maxBytes),
    }
  } catch (error) {
    throw toNetworkError(error, signal)
  }
}

/** The way to a server that may be asked: only addresses that were checked are connected to. Throws {@link NetworkError}. */
export const checkedConnection = async (
  request: Omit<GetRequest, 'maxBytes'>,
): Promise<Http.RequestOptions & { readonly servername?: string }> => {
  const why = refuseUrl(request.url.href, request.open)
  if (why !== undefined) throw new NetworkError('refused', why)
  request.signal.throwIfAborted()
  return await connectionTo(request, await resolveChecked(request))
}

const resolveChecked = async (request: Omit<GetRequest, 'maxBytes'>): Promise<readonly ResolvedAddress[]> => {
  const host = hostOf(request.url)
  if (addressKind(host) !== undefined) {
    const address = host.replace(/^\[|\]$/g, '')
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  const found = await endedBy(request.signal, (request.resolve ?? systemResolve)(host)).catch(
    (error: unknown) => {
      throw new NetworkError(
        'name',
        { en: `the name ${host} cannot be resolved`, zh: `无法解析名称 ${host}` },
        error,
      )
    },
  )
  if (found.length === 0)
    throw new NetworkError('name', { en: `the name ${host} has no address`, zh: `名称 ${host} 没有地址` })
  for (const { address } of found) {
    const why = request.chosen
      ? refuseAddress(address, address, [address])
      : refuseAddress(host, address, request.open)
    if (why !== undefined) throw new NetworkError('refused', why)
  }
  return found
}

const systemResolve: Resolve = async host => {
  const { lookup } = await import('node:dns/promises')
  return await lookup(host, { all: true })
}

/** The resolver of the system cannot be stopped, but nobody has to wait for it. */
const endedBy = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const connectionTo = async (
  request: Omit<GetRequest, 'maxBytes'>,
  addresses: readonly ResolvedAddress[],
): Promise<Http.RequestOptions & { readonly servername?: string }> => {
  const { url } = request
  const host = hostOf(url)
  const options = {
    method: request.body === undefined ? 'GET' : 'POST',
    host: host.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...request.headers },
    // Only what was checked, whatever the name stands for by now.
    lookup: ((_host: string, wanted: { readonly all?: boolean }, done: LookupDone) => {
      const first = addresses[0]
      if (wanted.all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    }) as unknown as NonNullable<Http.RequestOptions['lookup']>,
    ...(addressKind(host) === undefined ? { servername: host } : {}),
    ...(request.ca === undefined ? {} : { ca: request.ca }),
  }
  const proxy = proxyOf(request, addresses)
  const [first] = addresses
  if (!proxy || !first) return { ...options, agent: false }
  const socket = await openTunnel(proxy, { address: first.address, port: portOf(url) }, request.signal)
  const through = url.protocol === 'https:' ? await speakTls(socket, options) : socket
  // An agent would make a connection of its own.
  return { ...options, createConnection: () => through }
}

type LookupDone = (error: null, found: string | readonly ResolvedAddress[], family?: number) => void

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Where a proxy is set it is used, except for this machine: the proxy would look for it on its own. */
const proxyOf = (
  request: Omit<GetRequest, 'maxBytes'>,
  addresses: readonly ResolvedAddress[],
): URL | undefined => {
  if (addresses.some(({ address }) => addressKind(address) === 'loopback')) return undefined
  const proxy = findProxy(request.url, request.proxy ?? {})
  if (proxy === 'invalid') throw new NetworkError('proxy', BAD_PROXY)
  return proxy === 'none' ? undefined : proxy
}

const speakTls = async (
  socket: Duplex,
  { host, servername, ca }: { host: string; servername?: string; ca?: string },
): Promise<Duplex> => {
  const { connect } = await import('node:tls')
  return connect({ socket, host, ...(servername ? { servername } : {}), ...(ca ? { ca } : {}) })
}

const answerTo = (
  sent: Http.ClientRequest,
  body: string | Uint8Array | undefined,
): Promise<Http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.once('response', resolve)
    // Whoever answers with a change of protocol gets the connection closed, without any other event.
    sent.once('close', () => reject(new NetworkError('connection', NO_ANSWER)))
    sent.end(body)
  })

const collect = async (incoming: Http.IncomingMessage, maxBytes: number): Promise<Uint8Array> => {
  const tooLarge = new NetworkError('too-large', {
    en: `the answer is larger than ${maxBytes} bytes`,
    zh: `返回内容超过 ${maxBytes} 字节`,
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge
    for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    incoming.destroy()
  }
}
