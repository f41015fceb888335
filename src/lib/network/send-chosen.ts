import type * as Http from 'node:http'
import { toNetworkError } from './network-error.ts'
import type { ProxySettings } from './proxy.ts'
import { type TlsFiles, wayTo } from './way-to.ts'

export interface ChosenRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly proxy?: ProxySettings
  readonly signal: AbortSignal
  /** Whom to believe beside the usual, and how to prove who one is. */
  readonly tls?: TlsFiles
  /** More of the answer is not read. */
  readonly maxBytes: number
}

/**
 * One request to an address that the person chose themselves, the way their proxy settings say; no redirect is
 * followed. Names are resolved by the proxy where there is one: here they may be unknown. Throws {@link NetworkError}.
 */
export const sendChosen = async (
  request: ChosenRequest,
): Promise<{ readonly status: number; readonly text: string }> => {
  const { url, method, headers, body = '', signal, maxBytes } = request
  try {
    signal.throwIfAborted()
    const { request: send } =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http')
    const way = await wayTo(request)
    const length = Buffer.byteLength(body)
    const all = { ...headers, ...way.headers, ...(length > 0 ? { 'content-length': length } : {}) }
    const sent = send({ ...request.tls, ...way, method, headers: all, signal })
    const incoming = await new Promise<Http.IncomingMessage>((resolve, reject) => {
      sent.on('error', reject)
      sent.once('response', resolve)
      sent.end(body)
    })
    return { status: incoming.statusCode ?? 0, text: await textOf(incoming, maxBytes) }
  } catch (error) {
    throw toNetworkError(error, signal)
  }
}

const textOf = async (incoming: Http.IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  incoming.destroy()
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
}
