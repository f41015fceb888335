import type { ControlRequest, ControlResponse } from '../../protocol/control/control-message.ts'
import type { InboundLine, InboundRequest, InitializeFields } from '../../protocol/control/inbound.ts'
import type { HeadlessStart } from './headless-options.ts'
import { WireError } from './wire-error.ts'
import type { WireSchema } from './wire-schema.ts'

type InitializeLine = ControlRequest<InboundRequest>

/** What comes from the host, and what it has said about itself; outlives a session that is opened again. */
export class HostLines {
  readonly schema: WireSchema
  /** What the last `initialize` set, as JSON; `undefined` before the first. */
  applied: string | undefined
  /** The host speaks the control protocol: it began with `initialize`. */
  isDriver = false
  /** What the session is opened with. */
  initialize: InitializeFields | undefined
  /** Choices of the host that were served; another session begins with them. */
  readonly chosen: InboundRequest[] = []
  readonly #start: Pick<HeadlessStart, 'io' | 'options'>
  readonly #lines: ReturnType<typeof inputLines>
  /** Looked at, and still to be served. */
  readonly #ahead: (InboundLine | WireError)[] = []
  /** The line that is being waited for. */
  #reading: Promise<InboundLine | WireError | undefined> | undefined

  constructor(start: Pick<HeadlessStart, 'io' | 'options'>, schema: WireSchema) {
    this.schema = schema
    this.#start = start
    this.#lines = inputLines(start.io.stdin)
  }

  /** Resolves when the host has said something, or nothing will come any more. */
  async first(): Promise<void> {
    const line = await this.#readAhead()
    if (!line || line instanceof WireError) return
    this.isDriver = isInitialize(line)
    if (this.isDriver) this.#opens(line)
    else if (this.#start.options.awaitInitialize)
      this.#ahead[0] = new WireError(
        'The first line on stdin is not initialize, which --await-initialize wants.',
      )
  }

  /** The next line, `undefined` at the end of input. Throws WireError when going on is not safe. */
  async next(): Promise<InboundLine | undefined> {
    if (this.#ahead.length === 0) await this.#readAhead()
    const line = this.#ahead.shift()
    if (line instanceof WireError) throw line
    return line
  }

  /**
   * Waits for what a line brought about. It may wait for the host in turn (a hook): answers that come meanwhile are
   * served at once, all else in its order.
   */
  async during(
    work: Promise<void>,
    { answer, gone }: { answer(line: ControlResponse): Promise<void>; gone(): Promise<void> },
  ): Promise<void> {
    let isOver = false
    const end = (): void => {
      isOver = true
    }
    const over = work.then(end, end)
    for (;;) {
      const line = (await Promise.race([this.#peek(), over])) ?? undefined
      if (isOver) return await work
      this.#reading = undefined
      if (line !== undefined && !(line instanceof WireError) && line.type === 'control_response') {
        await answer(line)
        continue
      }
      if (line !== undefined) this.#ahead.push(line)
      if (line !== undefined && !(line instanceof WireError)) continue
      // No answer will come any more.
      await gone()
      return await work
    }
  }

  /** The next line from the input; undefined at its end. */
  async #readAhead(): Promise<InboundLine | WireError | undefined> {
    const line = await this.#peek()
    this.#reading = undefined
    if (line !== undefined) this.#ahead.push(line)
    return line
  }

  #peek(): Promise<InboundLine | WireError | undefined> {
    this.#reading ??= this.#read().catch((error: unknown) => {
      if (error instanceof WireError) return error
      throw error
    })
    return this.#reading
  }

  /** True when the line asks for another session than the one that was opened; it is served there. */
  open(line: InboundLine): boolean {
    const isOther = this.#opens(line)
    if (isOther) this.#ahead.unshift(line)
    return isOther
  }

  #opens(line: InboundLine): boolean {
    const fields = isInitialize(line) ? this.#fieldsOf(line.request) : undefined
    if (!fields || JSON.stringify(fields) === (this.applied ?? '{}')) return false
    this.applied = JSON.stringify(fields)
    this.initialize = { ...this.initialize, ...fields }
    return true
  }

  /** `undefined` for what is refused when it is served. */
  #fieldsOf(request: InboundRequest): InitializeFields | undefined {
    const parsed = this.schema.parseInitialize(request)
    return parsed.ok ? parsed.value : undefined
  }

  async #read(): Promise<InboundLine | undefined> {
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done) return undefined
      const line = this.#parse(value)
      if (line && line.type !== 'keep_alive') return line
    }
  }

  #parse({ number, text }: { readonly number: number; readonly text: string }): InboundLine | undefined {
    const { io, options } = this.#start
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new WireError(
        `Line ${number} on stdin is not JSON (${error instanceof Error ? error.message : error}).`,
      )
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new WireError(`Line ${number} on stdin is not a JSON object.`)
    const parsed = this.schema.parseInboundLine(value)
    if (parsed?.ok) return parsed.value
    if (parsed) throw new WireError(`Line ${number} on stdin is not a valid message: ${parsed.error}.`)
    if (options.verbose) io.writeError(`Line ${number} on stdin has an unknown type and was ignored.`)
    return undefined
  }
}

const isInitialize = (line: InboundLine): line is InitializeLine =>
  line.type === 'control_request' && line.request.subtype === 'initialize'

/** The lines of a byte stream, blank ones left out; a last line without an end counts. */
export async function* inputLines(
  source: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<{ readonly number: number; readonly text: string }> {
  const decoder = new TextDecoder()
  // Pieces of the unfinished line: joined once, so that a long line costs no more than its length.
  let pieces: string[] = []
  let number = 0
  for await (const chunk of source) {
    const [head = '', ...rest] = (
      typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    ).split('\n')
    pieces.push(head)
    for (const piece of rest) {
      number++
      const text = pieces.join('')
      pieces = [piece]
      if (text.trim() !== '') yield { number, text }
    }
  }
  const text = pieces.join('') + decoder.decode()
  if (text.trim() !== '') yield { number: number + 1, text }
}
