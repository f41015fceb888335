import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { editorText } from '../../protocol/messages/engine/editor.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ChannelOptions, EditorChannel } from './editor-channel.ts'
import { EditorError } from './editor-error.ts'

export interface ConnectionOptions extends ChannelOptions {
  /** Of this program. */
  readonly version: string
  readonly pid: number
  onNotification(method: string, params: unknown): void
  /** Once, when it is over for any reason but {@link EditorConnection.close}. */
  onLost(): void
}

const PROTOCOL_VERSION = '2025-03-26'

interface Waiting {
  resolve(result: unknown): void
  reject(error: EditorError): void
}

/** A conversation with one editor of this machine: JSON-RPC. The editor is not trusted. */
export class EditorConnection {
  readonly #channel: EditorChannel
  readonly #options: ConnectionOptions
  readonly #waiting = new Map<number, Waiting>()
  #tools: ReadonlySet<string> = new Set()
  #lastId = 0
  #closed = false
  #introduced = false

  private constructor(channel: EditorChannel, options: ConnectionOptions) {
    this.#channel = channel
    this.#options = options
  }

  /** Throws EditorError. */
  static async open(options: ConnectionOptions): Promise<EditorConnection> {
    const connection = new EditorConnection(await openChannel(options), options)
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
    if (isError === true)
      throw new EditorError(
        editorText('tool_failed', {
          tool,
          reason: texts[0] === undefined ? editorText('failed') : escapeLine(texts[0], 200),
        }),
      )
    return texts
  }

  close(): void {
    this.#end(editorText('closed'))
    this.#channel.close()
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
    this.#channel.listen({
      message: text => this.#read(text),
      closed: () => {
        const lost = this.#introduced && !this.#closed
        this.#end(editorText('closed_by_editor'))
        if (lost) this.#options.onLost()
      },
    })
  }

  #end(why: LocalizedText): void {
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
    if (this.#closed) throw new EditorError(editorText('closed'))
    if (signal.aborted) throw new EditorError(editorText('given_up'))
    this.#lastId += 1
    const id = this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const giveUp = (): void => reject(new EditorError(editorText('silent')))
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
    if (!this.#closed) this.#channel.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
}

const faultOf = ({ message, data }: Readonly<Record<string, unknown>>): LocalizedText => {
  const said = [message, data].filter(each => typeof each === 'string').join(': ')
  return said === '' ? editorText('failed') : verbatim(escapeLine(said, 200))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not a message: there is nobody to complain to.
    return undefined
  }
}

/** Throws EditorError. */
const openChannel = async (options: ConnectionOptions): Promise<EditorChannel> => {
  const { transport, name, port } = options.editor
  try {
    if (transport === 'ws') return await (await import('./socket-channel.ts')).openSocketChannel(options)
    return await (await import('./event-channel.ts')).openEventChannel(options)
  } catch (error) {
    throw new EditorError(editorText('unreachable', { name, port, reason: reasonOf(error) }))
  }
}

const reasonOf = (error: unknown): string =>
  escapeLine(error instanceof Error ? error.message : String(error), 120)
