import { remoteText } from '../../protocol/messages/host/remote.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { LocalizedError, type LocalizedText, savedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import { API, type WireError, type WireErrorKind } from '../../protocol/serve/wire.ts'

/** A server of sessions, and what signs one in there. */
export interface RemoteServer {
  /** Without a slash at the end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** False: it is not running now, and whoever listens in its place must not be told anything. */
  isThere?(): boolean
}

/** The server cannot be reached, or does not let us do it. */
export class RemoteError extends LocalizedError<LocalizedText> {
  override readonly name = 'RemoteError'
  readonly kind: WireErrorKind | 'network'
  constructor(kind: RemoteError['kind'], text: LocalizedText) {
    super(text)
    this.kind = kind
  }
}

/** The API of a server of sessions over HTTP. What the session itself refuses is an OpError, everything else a RemoteError. */
export class RemoteApi {
  readonly server: RemoteServer

  constructor(server: RemoteServer) {
    this.server = server
  }

  async get<T>(path: string): Promise<T> {
    return await this.#ask(path, {})
  }

  async post<T>(path: string, body: unknown = {}): Promise<T> {
    return await this.#ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  }

  async #ask<T>(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<T> {
    const { url, headers } = this.server
    if (this.server.isThere?.() === false) throw unreachable(url)
    const answer = await fetch(`${url}${API}${path}`, {
      ...init,
      redirect: 'error',
      headers: { ...headers, ...init.headers },
    }).catch(() => undefined)
    const body = await answer?.json().catch(() => undefined)
    if (!answer || body === undefined) throw unreachable(url)
    if (answer.ok) return body as T
    throw toError((body as { readonly error?: WireError }).error)
  }
}

const unreachable = (url: string): RemoteError =>
  new RemoteError('network', remoteText('unreachable', { url }))

export const toError = (error?: WireError): Error => {
  if (!error) return new RemoteError('internal', remoteText('failed'))
  const text = asLocalized(savedText(error.localized, error.message))
  return OF_THE_SESSION.has(error.kind) ? new OpError(text) : new RemoteError(error.kind, text)
}

const OF_THE_SESSION: ReadonlySet<WireErrorKind> = new Set([
  'refused',
  'busy',
  'answered',
  'forbidden',
  'invalid',
])
