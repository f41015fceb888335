/** A value that was nearly JSON. */
export interface RepairedJson {
  readonly value: unknown
  /** What was wrong, each once, in a few words. */
  readonly faults: readonly string[]
  /** It ended before it was closed: something may be missing. */
  readonly unclosed: boolean
}

const MAX_DEPTH = 64
const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
}
const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
}

/**
 * Reads what somebody meant as JSON where there is only one thing it can mean: another kind of quotes, words of
 * another language, commas too many or too few, a fence around it, brackets that were not closed. A text that breaks
 * off inside a string is never completed. Undefined: it cannot be read.
 */
export const repairJson = (text: string): RepairedJson | undefined => {
  try {
    return unwrapped(new Reader(text).read(), 0)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Written as JSON twice: the string holds what was meant. */
const unwrapped = (read: RepairedJson, depth: number): RepairedJson => {
  const { value, faults, unclosed } = read
  if (typeof value !== 'string' || depth > 2 || !/^\s*["[{]/.test(value)) return read
  const inner = unwrapped(new Reader(value).read(), depth + 1)
  const all = [...new Set([...faults, 'JSON inside a string', ...inner.faults])]
  return { value: inner.value, faults: all, unclosed: unclosed || inner.unclosed }
}

class Unreadable extends Error {}

class Reader {
  readonly #text: string
  readonly #faults = new Set<string>()
  #at = 0
  #unclosed = false

  constructor(text: string) {
    this.#text = text
  }

  read(): RepairedJson {
    this.#skipLead()
    const value = this.#value(0)
    const rest = this.#text.slice(this.#at)
    // Closers too many, the end of a fence or of a tag; a second value would be another call.
    if (!/^[\s\]}`;]*(?:<\/?[\w|]+>\s*)*$/.test(rest)) throw new Unreadable()
    if (rest.trim() !== '') this.#faults.add('text behind the JSON')
    return { value, faults: [...this.#faults], unclosed: this.#unclosed }
  }

  /** Words and a fence before the first bracket. */
  #skipLead(): void {
    const lead =
      /^\s*(?:[^[{"'`]{0,200}```[a-z0-9]{0,10}\s*|[^[{"']{1,200}(?=\{))/i.exec(this.#text)?.[0] ?? ''
    if (lead.trim() !== '') this.#faults.add('text before the JSON')
    this.#at = lead.length
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Unreadable()
    this.#space()
    const sign = this.#text[this.#at]
    if (sign === '{') return this.#object(depth)
    if (sign === '[') return this.#array(depth)
    if (sign === '"' || sign === "'") return this.#string()
    return this.#word()
  }

  #object(depth: number): unknown {
    this.#at += 1
    const entries: [string, unknown][] = []
    while (this.#goesOn('}')) {
      const key = this.#key()
      this.#space()
      if (this.#text[this.#at] === '=') this.#faults.add('"=" instead of ":"')
      else if (this.#text[this.#at] !== ':') throw new Unreadable()
      this.#at += 1
      entries.push([key, this.#value(depth + 1)])
      this.#comma()
    }
    return Object.fromEntries(entries)
  }

  #array(depth: number): unknown {
    this.#at += 1
    const items: unknown[] = []
    while (this.#goesOn(']')) {
      items.push(this.#value(depth + 1))
      this.#comma()
    }
    return items
  }

  /** False at the closer, which is taken, and at the end of the text. */
  #goesOn(closer: string): boolean {
    this.#space()
    const sign = this.#text[this.#at]
    if (sign === closer) {
      this.#at += 1
      return false
    }
    if (sign !== undefined) return true
    this.#faults.add(`no "${closer}" at the end`)
    this.#unclosed = true
    return false
  }

  #comma(): void {
    this.#space()
    const sign = this.#text[this.#at]
    if (sign === ',') {
      this.#at += 1
      this.#space()
      const next = this.#text[this.#at]
      if (next === '}' || next === ']') this.#faults.add('a comma too many')
    } else if (sign !== undefined && sign !== '}' && sign !== ']') this.#faults.add('a missing comma')
  }

  #key(): string {
    const sign = this.#text[this.#at]
    if (sign === '"' || sign === "'") return this.#string()
    const name = this.#take(/[\w$-]+/y)
    if (name === undefined) throw new Unreadable()
    this.#faults.add('names without quotes')
    return name
  }

  #word(): unknown {
    const number = this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
    if (number !== undefined) return Number(number)
    const word = this.#take(/[A-Za-z]+/y)
    if (word === undefined || !Object.hasOwn(WORDS, word)) throw new Unreadable()
    if (!/^(?:true|false|null)$/.test(word)) this.#faults.add(`${word} instead of ${String(WORDS[word])}`)
    return WORDS[word]
  }

  #string(): string {
    const sign = this.#text[this.#at] ?? ''
    const triple = this.#text.startsWith(sign.repeat(3), this.#at)
    const quote = triple ? sign.repeat(3) : sign
    if (quote !== '"') this.#faults.add(triple ? 'triple quotes' : 'single quotes')
    this.#at += quote.length
    let value = ''
    for (;;) {
      const letter = this.#text[this.#at]
      // What is missing of it nobody can know.
      if (letter === undefined) throw new Unreadable()
      if (this.#text.startsWith(quote, this.#at)) {
        this.#at += quote.length
        return value
      }
      this.#at += 1
      if (letter === '\\') value += this.#escape()
      else {
        if (letter < ' ') this.#faults.add('line breaks or tabs inside a string')
        value += letter
      }
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at]
    if (letter === undefined) throw new Unreadable()
    const code = letter === 'u' ? this.#take(/u[0-9a-fA-F]{4}/y) : undefined
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    this.#at += 1
    if (letter === "'") this.#faults.add("\\' in a string")
    const known = ESCAPES[letter]
    if (known !== undefined) return known
    this.#faults.add('a lone backslash')
    return letter === '\n' ? '\n' : `\\${letter}`
  }

  #space(): void {
    this.#take(/(?:\s|\uFEFF)+/y)
    if (this.#take(/(?:\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\s)+/y) !== undefined) this.#faults.add('comments')
  }

  /** What the pattern (sticky) matches here. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }
}
