import { type IncomingMessage, request } from 'node:http'
import {
  type ChannelOptions,
  CLOSE_MS,
  type EditorChannel,
  MOST_BYTES,
  TOKEN_HEADER,
} from './editor-channel.ts'
import { EventLines, type ServerEvent } from './event-lines.ts'

/**
 * Over server-sent events: what the editor says comes as a stream, what it is told goes in requests to the address that
 * the stream begins with. Throws why it cannot be opened.
 */
export const openEventChannel = async (options: ChannelOptions): Promise<EditorChannel> => {
  const deadline = AbortSignal.timeout(options.openMs)
  const life = new AbortController()
  const ended = AbortSignal.any([deadline, life.signal])
  const stream = await openStream(options, ended)
  const events = new EventReader(stream)
  try {
    const path = endpointOf(await events.first(ended), options)
    return new EventChannel({ options, path, events, stream })
  } catch (error) {
    stream.destroy()
    throw deadline.aborted ? new Error('it did not answer') : error
  }
}

const openStream = (
  { editor: { port, token } }: ChannelOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/sse',
      agent: false,
      headers: { accept: 'text/event-stream', [TOKEN_HEADER]: token },
    })
    const giveUp = (): void => void asked.destroy(new Error('it did not answer'))
    signal.addEventListener('abort', giveUp, { once: true })
    asked.once('close', () => signal.removeEventListener('abort', giveUp))
    asked.on('error', reject)
    asked.once('response', answer => {
      signal.removeEventListener('abort', giveUp)
      const type = answer.headers['content-type'] ?? ''
      if (answer.statusCode === 200 && /^text\/event-stream\b/i.test(type)) return resolve(answer)
      asked.destroy()
      reject(new Error(answer.statusCode === 200 ? 'it sends no events' : `status ${answer.statusCode}`))
    })
    asked.end()
  })

/** The token goes to the editor's own port and nowhere else, whatever address it names. */
const endpointOf = ({ event, data }: ServerEvent, { editor: { port } }: ChannelOptions): string => {
  const own = `http://127.0.0.1:${port}`
  const named =
    event === 'endpoint' && URL.canParse(data, `${own}/sse`) ? new URL(data, `${own}/sse`) : undefined
  if (!named) throw new Error('it names no address for messages')
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(named.hostname) && named.port === String(port)
  if (named.protocol !== 'http:' || !isHere || named.username !== '' || named.password !== '')
    throw new Error('it names an address elsewhere')
  return `${named.pathname}${named.search}`
}

/** Events of a stream, kept until somebody listens. */
class EventReader {
  readonly #stream: IncomingMessage
  readonly #kept: ServerEvent[] = []
  #tell: ((event: ServerEvent) => void) | undefined

  constructor(stream: IncomingMessage) {
    this.#stream = stream
    const lines = new EventLines(MOST_BYTES)
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      try {
        for (const event of lines.take(text)) this.#hear(event)
      } catch (error) {
        // A flood without an end: nothing of it can be trusted any more.
        stream.destroy(error as Error)
      }
    })
    // The end is heard of by `close`.
    stream.on('error', () => undefined)
  }

  async first(signal: AbortSignal): Promise<ServerEvent> {
    const { promise, resolve, reject } = Promise.withResolvers<ServerEvent>()
    const stop = (): void => reject(new Error('it ended at once'))
    this.#stream.once('close', stop)
    signal.addEventListener('abort', stop, { once: true })
    this.listen(event => {
      this.#tell = undefined
      resolve(event)
    })
    try {
      return await promise
    } finally {
      this.#stream.off('close', stop)
      signal.removeEventListener('abort', stop)
    }
  }

  listen(tell: (event: ServerEvent) => void): void {
    this.#tell = tell
    for (const event of this.#kept.splice(0)) this.#hear(event)
  }

  #hear(event: ServerEvent): void {
    if (this.#tell) this.#tell(event)
    else this.#kept.push(event)
  }
}

interface OpenedEvents {
  readonly options: ChannelOptions
  readonly path: string
  readonly events: EventReader
  readonly stream: IncomingMessage
}

class EventChannel implements EditorChannel {
  readonly #opened: OpenedEvents
  /** One after the other: what is told first arrives first. */
  #sent: Promise<void> = Promise.resolve()

  constructor(opened: OpenedEvents) {
    this.#opened = opened
  }

  listen({ message, closed }: Parameters<EditorChannel['listen']>[0]): void {
    const { stream, events } = this.#opened
    stream.once('close', closed)
    events.listen(({ event, data }) => {
      if (event === 'message') message(data)
    })
    if (stream.destroyed) closed()
  }

  send(text: string): void {
    this.#sent = this.#sent
      .then(() => this.#post(text))
      // What cannot be sent is not answered: whoever waits hears of the end.
      .catch(() => void this.#opened.stream.destroy())
  }

  close(): void {
    const { stream } = this.#opened
    const late = setTimeout(() => stream.destroy(), CLOSE_MS)
    late.unref()
    void this.#sent.then(() => {
      clearTimeout(late)
      stream.destroy()
    })
  }

  #post(text: string): Promise<void> {
    const { options, path, stream } = this.#opened
    const { port, token } = options.editor
    return new Promise((resolve, reject) => {
      const asked = request({
        method: 'POST',
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        timeout: options.openMs,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          [TOKEN_HEADER]: token,
        },
      })
      const giveUp = (): void => void asked.destroy(new Error('closed'))
      stream.once('close', giveUp)
      asked.once('close', () => stream.off('close', giveUp))
      asked.once('timeout', giveUp)
      asked.on('error', reject)
      asked.once('response', answer => {
        const status = answer.statusCode ?? 0
        answer.on('error', () => undefined).resume()
        if (status >= 200 && status < 300) resolve()
        else reject(new Error(`status ${status}`))
      })
      asked.end(text)
    })
  }
}
