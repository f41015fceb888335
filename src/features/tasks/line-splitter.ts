import { isUtf8 } from 'node:buffer'

const MAX_LINE_CHARS = 2000
/** Of a character at most four bytes: whatever is cut off would not have been shown. */
const MAX_LINE_BYTES = 4 * (MAX_LINE_CHARS + 1)
const LINE_FEED = 10

/**
 * Pieces of output into lines. A line longer than the limit comes cut, once; its rest is not kept. What reads other
 * encodings than UTF-8 is loaded at the first line that needs it; what comes meanwhile waits.
 */
export class LineSplitter {
  readonly #onLine: (line: string) => void
  #rest = Buffer.alloc(0)
  #read: ((bytes: Buffer) => string) | undefined
  #loading: Promise<void> | undefined
  readonly #waiting: Buffer[] = []

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  /** The piece is the caller's again afterwards. */
  add(chunk: Buffer): void {
    let start = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      this.#emit(Buffer.concat([this.#rest, chunk.subarray(start, at)]))
      this.#rest = Buffer.alloc(0)
      start = at + 1
    }
    const room = MAX_LINE_BYTES - this.#rest.length
    if (start < chunk.length && room > 0)
      this.#rest = Buffer.concat([this.#rest, chunk.subarray(start, start + room)])
  }

  /** The last line need not have an end. */
  async end(): Promise<void> {
    if (this.#rest.length > 0) this.#emit(this.#rest)
    this.#rest = Buffer.alloc(0)
    await this.#loading
  }

  #emit(bytes: Buffer): void {
    if (this.#loading && !this.#read) this.#waiting.push(bytes)
    else if (this.#read || isUtf8(bytes)) this.#say(bytes)
    else {
      this.#waiting.push(bytes)
      this.#loading = this.#load()
    }
  }

  async #load(): Promise<void> {
    const { outputText } = await import('../../lib/encoding/output-text.ts')
    this.#read = outputText
    for (const bytes of this.#waiting.splice(0)) this.#say(bytes)
  }

  #say(bytes: Buffer): void {
    const text = this.#read?.(bytes) ?? bytes.toString('utf8')
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    this.#onLine(whole.length > MAX_LINE_CHARS ? `${whole.slice(0, MAX_LINE_CHARS)}…` : whole)
  }
}
