export interface ListJson {
  /** A few bytes can stand for a list as long as one likes: the same object may be named in many places. */
  readonly maxChars: number
  /** Keys of the outermost map that are not told. */
  readonly leaveOut?: RegExp
}

/** The bytes are no property list, or none that can be told as JSON. */
export class ListError extends Error {
  override readonly name = 'ListError'
}

const MAX_DEPTH = 64

/** Puts parts of JSON together, and counts them. */
export class JsonText {
  readonly #limits: ListJson
  #chars = 0
  #depth = 0

  constructor(limits: ListJson) {
    this.#limits = limits
  }

  /** A value that holds no other. */
  value(value: string | number | boolean | bigint): string {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new ListError('a number that is none')
    return this.#counted(typeof value === 'bigint' ? String(value) : JSON.stringify(value))
  }

  /** Of a list or map whose parts are made meanwhile. */
  around(brackets: '[]' | '{}', parts: () => readonly string[]): string {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new ListError('too deep')
    const all = parts()
    this.#depth -= 1
    const { leaveOut } = this.#limits
    const isOutermost = this.#depth === 0 && brackets === '{}'
    // Behind the quotation mark.
    const inner = leaveOut && isOutermost ? all.filter(part => !leaveOut.test(part.slice(1))) : all
    return `${this.#counted(brackets.charAt(0))}${inner.join(',')}${brackets.charAt(1)}`
  }

  #counted(text: string): string {
    this.#chars += text.length + 1
    if (this.#chars > this.#limits.maxChars) throw new ListError('too long')
    return text
  }
}
