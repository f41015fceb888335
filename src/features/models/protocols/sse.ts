/** One dispatched event of a `text/event-stream`. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
}

export interface SseParser {
  /** Events completed by these bytes. An event without its closing blank line is never dispatched. */
  push(chunk: Uint8Array): readonly ServerEvent[]
}

/** In signs. What a server says in one event is never longer; one without an end is no event. */
const MOST_IN_EVENT = 32 * 1024 * 1024

/** Incremental: any cut of the bytes, also inside a character or a CRLF, gives the same events. */
export const createSseParser = (): SseParser => {
  const decoder = new TextDecoder('utf-8')
  let partialLine = ''
  /** The last line ended with a CR at the end of a chunk: an LF that comes next belongs to it. */
  let afterCarriageReturn = false
  let eventName = ''
  let data: string[] = []
  /** Signs of the event that is not dispatched yet. */
  let held = 0

  const takeLine = (line: string, events: ServerEvent[]): void => {
    if (line === '') {
      if (data.length > 0) events.push({ event: eventName || 'message', data: data.join('\n') })
      eventName = ''
      data = []
      held = 0
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const rest = colon === -1 ? '' : line.slice(colon + 1)
    const value = rest.startsWith(' ') ? rest.slice(1) : rest
    if (field === 'data') {
      held += value.length + 1
      data.push(value)
    } else if (field === 'event') eventName = value
  }

  return {
    push(chunk) {
      const events: ServerEvent[] = []
      const text = decoder.decode(chunk, { stream: true })
      if (text === '') return events
      let start = afterCarriageReturn && text.startsWith('\n') ? 1 : 0
      afterCarriageReturn = false
      const hasCarriageReturn = text.includes('\r')
      for (;;) {
        const end = findLineEnd(text, start, hasCarriageReturn)
        if (end === -1) break
        takeLine(partialLine + text.slice(start, end), events)
        partialLine = ''
        start = end + 1
        if (text[end] === '\r') {
          if (start === text.length) afterCarriageReturn = true
          else if (text[start] === '\n') start++
        }
      }
      partialLine += text.slice(start)
      if (held + partialLine.length > MOST_IN_EVENT) throw new Error('an event has no end')
      return events
    },
  }
}

const findLineEnd = (text: string, start: number, hasCarriageReturn: boolean): number => {
  const feed = text.indexOf('\n', start)
  if (!hasCarriageReturn) return feed
  const carriage = text.slice(start, feed === -1 ? undefined : feed).indexOf('\r')
  return carriage === -1 ? feed : start + carriage
}
