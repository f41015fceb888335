import { API, type ServerFrame } from '../../../protocol/serve/wire.ts'
import { ApiError } from './api.ts'
import { createInbox, type Following, type FollowOptions, WAITS } from './follow.ts'

/** Follows a session with a link that only reads: a stream in one direction, across cuts. */
export const followStream = (options: FollowOptions): Following => {
  const inbox = createInbox(options.hear)
  let reading: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let over = false

  const connect = async (): Promise<void> => {
    if (over || reading) return
    clearTimeout(timer)
    options.link(tries === 0 ? 'connecting' : 'lost')
    const here = new AbortController()
    reading = here
    await read(options, { signal: here.signal, inbox }).catch(() => undefined)
    reading = undefined
    if (over) return
    options.link('lost')
    if ((await options.refused()) === 'stop') over = true
    if (over) return
    timer = setTimeout(() => void connect(), WAITS[Math.min(tries, WAITS.length - 1)])
    tries += 1
  }
  void connect()
  return {
    send: () => Promise.reject(new ApiError('forbidden', '')),
    heard: () => {},
    ready: () => {
      tries = 0
      return 'ready'
    },
    reconnect: () => reading?.abort(),
    retry: () => void connect(),
    end: () => {
      over = true
      clearTimeout(timer)
      reading?.abort()
    },
  }
}

/** Until the stream ends, is cut or is not given. */
const read = async (
  { key, mark, link }: FollowOptions,
  { signal, inbox }: { readonly signal: AbortSignal; inbox(frame: ServerFrame): void },
): Promise<void> => {
  const query = new URLSearchParams(mark()).toString()
  const answer = await fetch(`${API}/watch/events${query === '' ? '' : `?${query}`}`, {
    headers: { 'x-capstan-watch': key },
    signal,
  })
  const source = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  if (!source) return
  link('open')
  let text = ''
  for (let piece = await source.read(); !piece.done; piece = await source.read()) {
    const parts = `${text}${piece.value}`.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts)
      if (part.startsWith('data: ')) inbox(JSON.parse(part.slice('data: '.length)) as ServerFrame)
  }
}
