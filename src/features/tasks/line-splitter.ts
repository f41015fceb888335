import { StringDecoder } from 'node:string_decoder'

const MAX_LINE_CHARS = 2000

/** Pieces of output into lines. A line longer than the limit comes cut, once; its rest is not kept. */
export class LineSplitter {
  readonly #decoder = new StringDecoder('utf8')
  readonly #onLine: (line: string) => void
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  add(chunk: Buffer): void {
    this.#take(this.#decoder.write(chunk))
  }

  /** The last line need not have an end. */
  end(): void {
    this.#take(this.#decoder.end())
    if (this.#rest !== '') this.#emit(this.#rest)
    this.#rest = ''
  }

  #take(text: string): void {
    let start = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
      this.#emit(this.#rest + text.slice(start, at))
      this.#rest = ''
      start = at + 1
    }
    this.#rest = (this.#rest + text.slice(start)).slice(0, MAX_LINE_CHARS + 1)
  }

  #emit(line: string): void {
    const whole = line.endsWith('\r') ? line.slice(0, -1) : line
    this.#onLine(whole.length > MAX_LINE_CHARS ? `${whole.slice(0, MAX_LINE_CHARS)}…` : whole)
  }
}
