export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** Server-sent events out of pieces of text. */
export class EventLines {
  readonly #most: number
  #rest = ''
  #event = ''
  #data: string[] = []
  #length = 0

  /** No event may be longer than `most` characters. */
  constructor(most: number) {
    this.#most = most
  }

  /** Throws a RangeError when one becomes too long. */
  take(text: string): readonly ServerEvent[] {
    const held = this.#rest + text
    // A carriage return at the end may be half a line end.
    const whole = held.endsWith('\r') ? held.slice(0, -1) : held
    const lines = whole.split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + held.slice(whole.length)
    const events = lines.flatMap(line => this.#line(line))
    if (this.#length + this.#rest.length > this.#most) throw new RangeError('the event is too long')
    return events
  }

  #line(line: string): readonly ServerEvent[] {
    if (line === '') return this.#end()
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') this.#event = value
    if (name === 'data') this.#data.push(value)
    this.#length += line.length
    if (this.#length > this.#most) throw new RangeError('the event is too long')
    return []
  }

  #end(): readonly ServerEvent[] {
    const data = this.#data
    const event = this.#event === '' ? 'message' : this.#event
    this.#event = ''
    this.#data = []
    this.#length = 0
    return data.length === 0 ? [] : [{ event, data: data.join('\n') }]
  }
}
