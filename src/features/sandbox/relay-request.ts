import type * as Http from 'node:http'
import type { Filling } from './credentials/credential-vault.ts'
import { fillHeaders, hideInHeaders } from './credentials/fill-headers.ts'

/** Between two hops only; a request of ours to the next one has its own. */
const HOP_HEADERS =
  /^(?:connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|upgrade|host|http2-settings|expect)$/i

export interface Relay {
  readonly request: Http.IncomingMessage
  readonly response: Http.ServerResponse
  /** Of the target. */
  readonly host: string
  readonly path: string
  /** What is put into the headers of the request, and taken out of those of the response. */
  readonly fillings: readonly Filling[]
  /** Opens the way to the target. */
  send(options: Http.RequestOptions): Http.ClientRequest
  /** Before anything has come back. `reused`: on a connection that had served before. */
  failed(error: Error, reused: boolean): void
}

/** Passes one request on and its response back. Addresses and bodies go through as they are. */
export const relayRequest = (relay: Relay): void => {
  const { request, response, host, path, fillings } = relay
  const { headers, hidden } = fillHeaders(withoutHops(request.headers), fillings)
  const sent = relay.send({
    method: request.method ?? 'GET',
    path,
    // A body that is not framed would be taken for the next request.
    headers: { ...headers, host, ...(isChunked(request) ? { 'transfer-encoding': 'chunked' } : {}) },
  })
  sent.once('response', answer => {
    answer.once('error', () => response.destroy())
    try {
      response.writeHead(answer.statusCode ?? 502, hideInHeaders(withoutHops(answer.headers), hidden))
      answer.pipe(response)
    } catch {
      // What is no status or no header to us is not passed on.
      answer.destroy()
      response.destroy()
    }
  })
  sent.once('upgrade', (_answer, socket) => {
    socket.destroy()
    response.destroy()
  })
  sent.on('error', error => {
    if (response.headersSent || response.destroyed) response.destroy()
    else relay.failed(error, sent.reusedSocket)
  })
  response.once('close', () => sent.destroy())
  request.pipe(sent)
}

/** Of which nothing is lost when it is sent again. */
export const isRepeatable = (request: Http.IncomingMessage): boolean =>
  /^(?:GET|HEAD)$/.test(request.method ?? '') &&
  request.headers['content-length'] === undefined &&
  !isChunked(request)

const isChunked = ({ headers }: Http.IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

const withoutHops = (headers: Http.IncomingHttpHeaders): Http.IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.test(name)))
