import { endOfPattern } from '../bracket-list.ts'

export interface AwkToken {
  readonly kind:
    | 'start'
    | 'newline'
    | 'name'
    | 'number'
    | 'string'
    | 'pattern'
    | 'slash'
    | 'operator'
    | 'end'
    /** Nothing that all implementations read alike. */
    | 'unknown'
  readonly text: string
}

const FORMS: readonly (readonly [AwkToken['kind'], RegExp])[] = [
  ['newline', /\n/y],
  ['name', /[A-Za-z_]\w*/y],
  // What follows a number directly belongs to it for some: `1e`, `0x1f`, `1.2.3`.
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y],
  ['string', /"(?:[^"\\\n]|\\[^\n])*"/y],
  ['slash', /\/=?/y],
  ['operator', /&&|\|\||\+\+|--|==|!=|<=|>=|!~|>>|\*\*|[-+*%^]=|[-+*%^!<>~?:=,;(){}[\]$]/y],
]
/** A backslash in a comment may continue the line. */
const BLANKS = /(?:[ \t]|#[^\n\\]*(?=\n|$))*/y
const CONTINUED = /(?<=[ \t,;{(&|?:+*%-])\\\n/y

const matchAt = (form: RegExp, text: string, at: number): string => {
  form.lastIndex = at
  return form.exec(text)?.[0] ?? ''
}

/** The words of an awk program, one after the other. Whether a slash divides or begins a pattern is the caller's word. */
export class AwkScanner {
  readonly #text: string
  #at = 0
  #behind = 0
  #token: AwkToken = { kind: 'start', text: '' }
  #last: AwkToken = { kind: 'start', text: '' }

  constructor(text: string) {
    this.#text = text
    this.#read()
  }

  /** The word at hand. */
  get token(): AwkToken {
    return this.#token
  }

  /** The word before it. */
  get last(): AwkToken {
    return this.#last
  }

  /** Whether a parenthesis follows the word at hand without a blank. */
  get isCalled(): boolean {
    return this.#text[this.#behind] === '('
  }

  next(): void {
    this.#last = this.#token
    this.#at = this.#behind
    this.#read()
  }

  /** Takes the slash at hand for the beginning of a pattern; whether all agree on where it ends. */
  takePattern(): boolean {
    const end = endOfPattern(this.#text, this.#at + 1, '/')
    if (end === undefined) return false
    this.#token = { kind: 'pattern', text: this.#text.slice(this.#at, end + 1) }
    this.#behind = end + 1
    this.next()
    return true
  }

  /** A way back to here. */
  mark(): () => void {
    const [at, behind, token, last] = [this.#at, this.#behind, this.#token, this.#last]
    return () => {
      this.#at = at
      this.#behind = behind
      this.#token = token
      this.#last = last
    }
  }

  #read(): void {
    for (let blank = '?'; blank !== ''; this.#at += blank.length)
      blank = matchAt(BLANKS, this.#text, this.#at) || matchAt(CONTINUED, this.#text, this.#at)
    for (const [kind, form] of FORMS) {
      const text = matchAt(form, this.#text, this.#at)
      if (text === '') continue
      this.#token = { kind, text }
      this.#behind = this.#at + text.length
      return
    }
    this.#token = { kind: this.#at >= this.#text.length ? 'end' : 'unknown', text: '' }
    this.#behind = this.#at
  }
}
