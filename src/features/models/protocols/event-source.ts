import { streamText } from '../../../protocol/messages/host/model-streams.ts'
import { abortedError } from '../errors.ts'
import { SILENT_RETRIES } from '../retry-limits.ts'
import type { Incoming } from './incoming.ts'
import { broken, silent } from './reply-reader.ts'
import type { ServerEvent, SseParser } from './sse.ts'

/** Events waiting for the consumer beyond which the socket is told to wait. */
const HIGH_WATER = 256
/** Of one reply, with everything around its words. No model says so much. */
const MOST_BYTES = 256 * 1024 * 1024
/** How long a server may keep the connection busy after its last event before the connection is dropped. */
const DRAIN_MS = 1000

export interface EventSource {
  /** An event that is already here. */
  take(): ServerEvent | undefined
  /** Waits for the next event; `undefined` at the end of the stream, `quiet` when none came for a while. Throws ModelError. */
  next(): Promise<ServerEvent | 'quiet' | undefined>
  /** The reply is whole: lets the connection be used again. */
  finish(): void
  /** Gives the connection up. Harmless after `finish`. */
  close(): void
}

export interface EventSourceOptions {
  readonly stallMs: number
  readonly signal: AbortSignal
}

/** How often a consumer that waits is asked whether it still wants to. */
const QUIET_MS = 15_000

/** Reads an event stream as it comes, with back-pressure and a watchdog for silence. */
export const readEvents = (
  incoming: Incoming,
  options: EventSourceOptions & { readonly parser: SseParser; readonly quietMs?: number | undefined },
): EventSource => {
  const read = limited(options.parser)
  const queue: ServerEvent[] = []
  let outcome: { readonly error?: Error } | undefined
  let wake: ((why?: 'quiet') => void) | undefined

  const end = (error?: Error): void => {
    if (outcome) return
    outcome = error ? { error } : {}
    detach()
    wake?.()
  }
  const onData = (chunk: Buffer): void => {
    watchdog.refresh()
    try {
      queue.push(...read(chunk))
    } catch (error) {
      // A frame that cannot be read: nothing behind it can be, either.
      onError(error as Error)
      incoming.destroy()
      return
    }
    if (queue.length > HIGH_WATER) incoming.pause()
    if (queue.length > 0) wake?.()
  }
  const onEnd = () => end()
  const onError = (error: Error) => end(cutOff(error))
  const onClose = () => end(broken(streamText('cut_off')))
  const onAbort = () => {
    end(abortedError())
    incoming.destroy()
  }
  const onSilence = () => {
    // Silence that this side asked for is not the server's.
    if (incoming.isPaused()) return void watchdog.refresh()
    end(silentFor(options.stallMs))
    incoming.destroy()
  }
  const detach = (): void => {
    clearTimeout(watchdog)
    clearInterval(quiet)
    options.signal.removeEventListener('abort', onAbort)
    incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
    // A destroyed message may still report its end, to nobody.
    incoming.on('error', () => undefined)
  }

  const watchdog = setTimeout(onSilence, options.stallMs)
  // Bytes that are no event, as comments are, keep a stream alive without saying anything.
  const quiet = setInterval(() => wake?.('quiet'), options.quietMs ?? QUIET_MS)
  options.signal.addEventListener('abort', onAbort, { once: true })
  incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  if (options.signal.aborted) onAbort()

  return {
    take() {
      // An abort is not kept waiting behind events that arrived before it.
      if (options.signal.aborted) throw abortedError()
      return queue.shift()
    },
    async next() {
      for (;;) {
        const event = this.take()
        if (event) return event
        if (outcome?.error) throw outcome.error
        if (outcome) return undefined
        if (incoming.isPaused()) incoming.resume()
        const why = await new Promise<'quiet' | undefined>(resolve => (wake = resolve))
        wake = undefined
        if (why) return why
      }
    },
    finish() {
      end()
      drain(incoming)
    },
    close() {
      if (outcome) return
      end()
      incoming.destroy()
    },
  }
}

const cutOff = (error: Error): Error =>
  broken(streamText('cut_off_because', { reason: error.message }), error)

const silentFor = (ms: number): Error =>
  silent(streamText('silent', { seconds: Math.round(ms / 1000) }), SILENT_RETRIES)

const limited = (parser: SseParser): SseParser['push'] => {
  let size = 0
  return chunk => {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('it has no end')
    return parser.push(chunk)
  }
}

/** Reads to the end of the body, which frees the connection, without waiting for it or keeping the program alive. */
const drain = (incoming: Incoming): void => {
  if (incoming.readableEnded || incoming.destroyed) return
  const timer = setTimeout(() => incoming.destroy(), DRAIN_MS)
  timer.unref()
  incoming.once('close', () => clearTimeout(timer)).resume()
}

/** The text of a body that is not a stream: an error, a count. At most `maxBytes` of it. */
export const readText = async (
  incoming: Incoming,
  options: EventSourceOptions & { readonly maxBytes: number },
): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const stop = () => void incoming.destroy()
  const timer = setTimeout(stop, options.stallMs)
  options.signal.addEventListener('abort', stop, { once: true })
  try {
    if (options.signal.aborted) stop()
    for await (const chunk of incoming) {
      chunks.push(chunk)
      size += chunk.length
      if (size > options.maxBytes) break
    }
  } catch (error) {
    if (!options.signal.aborted && size === 0) throw broken(streamText('cut_off'), error)
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', stop)
  }
  if (options.signal.aborted) throw abortedError()
  return Buffer.concat(chunks).subarray(0, options.maxBytes).toString('utf8')
}
