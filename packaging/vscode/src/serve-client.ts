import { type IncomingMessage, request as send } from 'node:http'
import { WebSocket } from 'ws'

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
}

export class ServeError extends Error {
  override readonly name = 'ServeError'
  readonly kind: string
  constructor(kind: string, message: string) {
    super(message)
    this.kind = kind
  }
}

/** More than a session of years holds. */
const MOST_BYTES = 64 * 1024 * 1024
const CLIENT = 'VS Code'

/**
 * Speaks to one server of this machine. What signs in is exchanged once for a one-time code and stays in this object:
 * neither the panel nor an address ever has it.
 */
export class ServeClient {
  readonly url: string
  readonly #headers: Readonly<Record<string, string>>

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.url = url
    this.#headers = headers
  }

  /** Throws ServeError. */
  static async signIn(link: string): Promise<ServeClient> {
    const { origin, pathname, search } = new URL(link)
    const answer = await call(new URL(`${origin}${pathname}${search}`), { method: 'GET', headers: {} })
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0]
    const key = answer.headers.location?.split('#key=')[1]
    answer.resume()
    if (cookie === undefined || key === undefined)
      throw new ServeError('unauthorized', 'the link was used already')
    return new ServeClient(origin, { cookie, 'x-capstan-key': key, origin })
  }

  async request({ method, path, body }: Call): Promise<Answer> {
    const headers = {
      ...this.#headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await call(this.#address(path), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    return {
      status: answer.statusCode ?? 500,
      type: answer.headers['content-type'] ?? '',
      body: await textOf(answer),
    }
  }

  /** Throws ServeError. */
  async json<T>({ body, ...at }: Omit<Call, 'body'> & { readonly body?: unknown }): Promise<T> {
    const answer = await this.request({
      ...at,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const value = answer.body === '' ? {} : (JSON.parse(answer.body) as T)
    if (answer.status < 400) return value as T
    const { kind = 'internal', message = `status ${answer.status}` } =
      (value as { readonly error?: { readonly kind?: string; readonly message?: string } }).error ?? {}
    throw new ServeError(kind, message)
  }

  /** A session as it goes on; `path` begins with /api/v1. */
  follow(path: string): WebSocket {
    const address = this.#address(path)
    address.searchParams.set('name', CLIENT)
    return new WebSocket(String(address).replace(/^http/, 'ws'), ['capstan.v1'], {
      headers: this.#headers,
      followRedirects: false,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    })
  }

  /** Never leaves this server, whatever the path is. */
  #address(path: string): URL {
    const address = new URL(this.url)
    const asked = new URL(path, 'http://path')
    address.pathname = asked.pathname
    address.search = asked.search
    return address
  }
}

interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const call = (url: URL, { method, headers, body }: Sent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = send(url, { method, headers }, resolve)
    asked.once('error', error => reject(new ServeError('offline', error.message)))
    asked.end(body)
  })

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > MOST_BYTES) throw new ServeError('internal', 'the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
