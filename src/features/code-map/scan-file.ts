import { type Language, LEXIS, type Lexis } from './languages.ts'

/** What a file introduces and mentions, found by looking at its bytes once: thousands of files a second. */
export interface FileFacts {
  /** Names it introduces for others. */
  readonly defines: readonly string[]
  /** Numbers of all words in it, ascending. */
  readonly words: Uint32Array
  /** Files it names, as it names them. */
  readonly imports: readonly string[]
}

const MOST_DEFINED = 400
const MOST_IMPORTS = 200
const MOST_NAME_BYTES = 100
/** Of the words of one file. */
const MOST_WORDS = 6_000
/** A word of one or two letters says nothing about who uses whom. */
const LEAST_BYTES = 3

const PRIME = 0x01000193
const SEED = 0x811c9dc5

/** The number of a word. Two words may have the same one: then a file seems to use another. */
export const wordNumber = (word: string): number => {
  let number = SEED
  for (const byte of Buffer.from(word)) number = Math.imul(number ^ byte, PRIME)
  return number >>> 0
}

const IN_WORD = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  const sign = String.fromCharCode(byte)
  IN_WORD[byte] = byte >= 128 || /[\w$]/.test(sign) ? 1 : 0
}

const [LF, TAB, SPACE, HASH, STAR, SLASH, BACKSLASH] = [10, 9, 32, 35, 42, 47, 92]
const [DOUBLE, SINGLE, OPEN, CLOSE, ZERO, NINE, BRACE] = [34, 39, 40, 41, 48, 57, 123]

/** Numbers seen in this file; cleared by counting up, not by writing. */
class WordSet {
  readonly #slots = new Uint32Array(1 << 15)
  readonly #rounds = new Uint32Array(1 << 15)
  readonly #list: number[] = []
  #round = 0

  begin(): void {
    this.#round += 1
    this.#list.length = 0
  }

  add(number: number): void {
    if (this.#list.length >= MOST_WORDS) return
    for (let slot = number & 0x7fff; ; slot = (slot + 1) & 0x7fff) {
      if (this.#rounds[slot] !== this.#round) {
        this.#rounds[slot] = this.#round
        this.#slots[slot] = number
        this.#list.push(number)
        return
      }
      if (this.#slots[slot] === number) return
    }
  }

  taken(): Uint32Array {
    return Uint32Array.from(this.#list).sort()
  }
}

/** Scans files one after the other. */
export const createScanner = (): ((data: Uint8Array, language: Language) => FileFacts) => {
  const words = new WordSet()
  const introducing = new Map<Lexis, ReadonlySet<number>>()
  return (data, language) => {
    const lexis = LEXIS[language]
    const known = introducing.get(lexis) ?? new Set(lexis.introduces.map(wordNumber))
    introducing.set(lexis, known)
    words.begin()
    const scan = new Scan(data, { lexis, introduces: known, words, isGo: language === 'go' })
    scan.run()
    return {
      defines: [...new Set(scan.defines)],
      words: words.taken(),
      imports: [...new Set(scan.imports)],
    }
  }
}

interface ScanTools {
  readonly lexis: Lexis
  readonly introduces: ReadonlySet<number>
  readonly words: WordSet
  readonly isGo: boolean
}

const INCLUDE = wordNumber('include')

class Scan {
  readonly defines: string[] = []
  readonly imports: string[] = []
  readonly #data: Uint8Array
  readonly #tools: ScanTools
  #at = 0
  /** The line began without a blank. */
  #isOuter = true
  /** The word before, as long as only blanks follow it; 0: none. */
  #before = 0
  #wordsInLine = 0
  /** Something was opened in this line, or it brings in names of others: nothing more is introduced in it. */
  #isClosed = false

  constructor(data: Uint8Array, tools: ScanTools) {
    this.#data = data
    this.#tools = tools
  }

  run(): void {
    const data = this.#data
    while (this.#at < data.length) {
      const byte = data[this.#at] ?? 0
      if (IN_WORD[byte] === 1) this.#word(byte)
      else if (byte === LF) this.#line()
      else if (byte === SPACE || byte === TAB) this.#at += 1
      else if (!this.#skipped(byte)) {
        // Of a generator, a pointer, a receiver.
        if (byte !== STAR) this.#before = 0
        if (byte === OPEN || byte === BRACE) this.#isClosed = true
        this.#at += 1
      }
    }
  }

  #line(): void {
    this.#at += 1
    const next = this.#data[this.#at]
    this.#isOuter = next !== SPACE && next !== TAB
    this.#before = 0
    this.#wordsInLine = 0
    this.#isClosed = false
  }

  #word(first: number): void {
    const data = this.#data
    const from = this.#at
    let number = SEED
    let at = from
    for (; at < data.length; at++) {
      const byte = data[at] ?? 0
      if (IN_WORD[byte] === 0) break
      number = Math.imul(number ^ byte, PRIME)
    }
    this.#at = at
    number >>>= 0
    if (first >= ZERO && first <= NINE) return
    if (at - from >= LEAST_BYTES) this.#tools.words.add(number)
    if (this.#introduced(from, number)) this.#define(from, at)
    if (this.#wordsInLine === 0 && BRINGS.has(number)) this.#isClosed = true
    this.#before = number
    this.#wordsInLine += 1
    if (this.#tools.isGo && number === FUNC) this.#skipReceiver()
  }

  #introduced(from: number, number: number): boolean {
    const { introduces, lexis } = this.#tools
    if (lexis.indented === undefined && (!this.#isOuter || this.#isClosed)) return false
    if (introduces.has(this.#before)) return !introduces.has(number)
    if (lexis.calls === undefined || !this.#isOuter) return false
    if (lexis.calls === 'typed' && (this.#wordsInLine === 0 || CONTROL.has(number))) return false
    return this.#data[this.#at] === OPEN && (lexis.calls === 'typed' || this.#data[this.#at + 1] === CLOSE)
      ? this.#at > from
      : false
  }

  /** `func (s *Server) Name` introduces the name. */
  #skipReceiver(): void {
    const data = this.#data
    let at = this.#at
    while (data[at] === SPACE) at += 1
    if (data[at] !== OPEN) return
    while (at < data.length && data[at] !== CLOSE && data[at] !== LF) at += 1
    this.#at = at + 1
    this.#before = FUNC
  }

  #define(from: number, to: number): void {
    if (this.defines.length >= MOST_DEFINED || to - from > MOST_NAME_BYTES || to - from < 2) return
    this.defines.push(this.#text(from, to))
  }

  #text(from: number, to: number): string {
    return Buffer.from(this.#data.buffer, this.#data.byteOffset + from, to - from).toString('utf8')
  }

  /** Over a comment or a text; whether there was one. */
  #skipped(byte: number): boolean {
    const data = this.#data
    const { lexis } = this.#tools
    if (byte === HASH && lexis.comment === '#') return this.#toLineEnd()
    if (byte === SLASH && lexis.comment === '//') {
      if (data[this.#at + 1] === SLASH) return this.#toLineEnd()
      if (data[this.#at + 1] === STAR) return this.#toCommentEnd()
    }
    if (byte === DOUBLE || (byte === SINGLE && !lexis.oddQuote)) return this.#quoted(byte)
    return false
  }

  #toLineEnd(): boolean {
    const end = this.#data.indexOf(LF, this.#at)
    this.#at = end < 0 ? this.#data.length : end
    return true
  }

  #toCommentEnd(): boolean {
    const data = this.#data
    for (let at = this.#at + 2; ; at += 1) {
      at = data.indexOf(SLASH, at)
      if (at >= 0 && data[at - 1] !== STAR) continue
      this.#at = at < 0 ? data.length : at + 1
      return true
    }
  }

  #quoted(quote: number): boolean {
    const data = this.#data
    const from = this.#at + 1
    if (data[from] === quote && data[from + 1] === quote) return this.#tripled(quote)
    let at = from
    while (at < data.length && data[at] !== quote && data[at] !== LF) at += data[at] === BACKSLASH ? 2 : 1
    const { imports } = this.#tools.lexis
    const isPath = imports === '.' ? data[from] === 46 : imports === 'include' && this.#before === INCLUDE
    if (isPath && at - from < 300 && this.imports.length < MOST_IMPORTS)
      this.imports.push(this.#text(from, Math.min(at, data.length)))
    this.#at = data[at] === LF ? at : at + 1
    this.#before = 0
    return true
  }

  #tripled(quote: number): boolean {
    const data = this.#data
    for (let at = this.#at + 3; ; at += 1) {
      at = data.indexOf(quote, at)
      if (at >= 0 && !(data[at + 1] === quote && data[at + 2] === quote)) continue
      this.#at = at < 0 ? data.length : at + 3
      return true
    }
  }
}

const FUNC = wordNumber('func')
const BRINGS: ReadonlySet<number> = new Set(['import', 'from', 'use', 'require'].map(wordNumber))
const CONTROL: ReadonlySet<number> = new Set(
  ['if', 'for', 'while', 'switch', 'return', 'sizeof', 'defined', 'else', 'do', 'case'].map(wordNumber),
)
