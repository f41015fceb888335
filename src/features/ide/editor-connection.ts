import type { WebSocket } from 'ws'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { EditorError } from './editor-error.ts'
import type { EditorLock } from './lock-file.ts'

export interface ConnectionOptions {
  readonly editor: Pick<EditorLock, 'port' | 'token' | 'name'>
  /** Of this program. */
  readonly version: string
  readonly pid: number
  readonly openMs: number
  onNotification(method: string, params: unknown): void
  /** Once, when it is over for any reason but {@link EditorConnection.close}. */
  onLost(): void
}

/** A longer message ends the connection: no file that is shown is near that size. */
const MOST_BYTES = 4 * 1024 * 1024
const CLOSE_MS = 500
const PROTOCOL_VERSION = '2025-03-26'
const TOKEN_HEADER = 'x-claude-code-ide-authorization'

interface Waiting {
  resolve(result: unknown): void
  reject(error: EditorError): void
}

/** A conversation with one editor: JSON-RPC over a WebSocket of this machine. The editor is not trusted. */
export class EditorConnection {
  readonly #socket: WebSocket
  readonly #options: ConnectionOptions
  readonly #waiting = new Map<number, Waiting>()
  #tools: ReadonlySet<string> = new Set()
  #lastId = 0
  #closed = false
  #introduced = false

  private constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Throws EditorError. */
  static async open(options: ConnectionOptions): Promise<EditorConnection> {
    const connection = new EditorConnection(await openSocket(options), options)
    connection.#listen()
    try {
      await connection.#introduce()
    } catch (error) {
      connection.close()
      throw error
    }
    return connection
  }

  has(tool: string): boolean {
    return this.#tools.has(tool)
  }

  /** The texts of what the tool answered. Throws EditorError; `signal` gives up waiting. */
  async call(tool: string, args: object, signal: AbortSignal): Promise<readonly string[]> {
    const result = await this.#request('tools/call', { name: tool, arguments: args }, signal)
    const { content, isError } = isObject(result) ? result : {}
    const texts = (Array.isArray(content) ? content : []).flatMap(block =>
      isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    if (isError === true) throw new EditorError(`${tool}: ${escapeLine(texts[0] ?? 'it failed', 200)}`)
    return texts
  }

  close(): void {
    this.#end('the connection was closed')
    // What was said last still arrives, unless the other end does not listen.
    this.#socket.close()
    setTimeout(() => this.#socket.terminate(), CLOSE_MS).unref()
  }

  async #introduce(): Promise<void> {
    const { version, pid, openMs } = this.#options
    const signal = AbortSignal.timeout(openMs)
    const params = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'capstan', version },
    }
    await this.#request('initialize', params, signal)
    this.#send({ method: 'notifications/initialized' })
    this.#send({ method: 'ide_connected', params: { pid } })
    const listed = await this.#request('tools/list', {}, signal)
    const tools = isObject(listed) && Array.isArray(listed['tools']) ? listed['tools'] : []
    this.#introduced = true
    this.#tools = new Set(tools.flatMap(tool => (isObject(tool) ? [String(tool['name'])] : [])))
  }

  #listen(): void {
    this.#socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#read(String(data))
    })
    // A frame too long, or not one: the end is heard of by `close`.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      const lost = this.#introduced && !this.#closed
      this.#end('the editor closed the connection')
      if (lost) this.#options.onLost()
    })
    this.#socket.resume()
  }

  #end(why: string): void {
    this.#closed = true
    for (const { reject } of this.#waiting.values()) reject(new EditorError(why))
    this.#waiting.clear()
  }

  #read(text: string): void {
    const message = parsed(text)
    if (!isObject(message)) return
    const { id, method, params } = message
    if (typeof method !== 'string') this.#settle(message)
    else if (id === undefined || id === null) this.#options.onNotification(method, params)
    else if (method === 'ping') this.#send({ id, result: {} })
    else this.#send({ id, error: { code: -32_601, message: 'Method not found' } })
  }

  #settle({ id, result, error }: Readonly<Record<string, unknown>>): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!waiting) return
    this.#waiting.delete(Number(id))
    if (isObject(error)) waiting.reject(new EditorError(faultOf(error)))
    else waiting.resolve(result)
  }

  async #request(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    if (this.#closed) throw new EditorError('the connection was closed')
    if (signal.aborted) throw new EditorError('it was given up')
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const giveUp = (): void => reject(new EditorError('the editor did not answer'))
    this.#waiting.set(id, { resolve, reject })
    signal.addEventListener('abort', giveUp, { once: true })
    this.#send({ id, method, params })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
      this.#waiting.delete(id)
    }
  }

  #send(message: object): void {
    if (this.#closed) return
    // What cannot be sent is not answered: whoever waits hears of the end.
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }), () => undefined)
  }
}

const faultOf = ({ message, data }: Readonly<Record<string, unknown>>): string =>
  escapeLine([message, data].filter(each => typeof each === 'string').join(': ') || 'it failed', 200)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not a message: there is nobody to complain to.
    return undefined
  }
}

/** Servers of the protocol expect its name, and some refuse a name: the second try is for those. */
const openSocket = async (options: ConnectionOptions): Promise<WebSocket> =>
  await tryToOpen(options, ['mcp']).catch(async (error: unknown) => {
    if (error instanceof Error && /subprotocol/i.test(error.message)) return await tryToOpen(options, [])
    throw error
  })

const tryToOpen = async (
  { editor: { port, token, name }, openMs }: ConnectionOptions,
  protocols: readonly string[],
): Promise<WebSocket> => {
  const { WebSocket: Socket } = await import('ws')
  const socket = new Socket(`ws://127.0.0.1:${port}/`, [...protocols], {
    headers: { [TOKEN_HEADER]: token },
    handshakeTimeout: openMs,
    followRedirects: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  })
  const opened = Promise.withResolvers<void>()
  socket.once('open', () => {
    // Nothing it says is lost before somebody listens.
    socket.pause()
    opened.resolve()
  })
  socket.once('error', error => opened.reject(error))
  try {
    await opened.promise
  } catch (error) {
    socket.on('error', () => undefined)
    socket.terminate()
    throw new EditorError(`${name} cannot be reached at port ${port} (${reasonOf(error)}).`)
  }
  return socket
}

const reasonOf = (error: unknown): string =>
  escapeLine(error instanceof Error ? error.message : String(error), 120)
