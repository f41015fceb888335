/** What a TOML file can hold, as far as settings files of programs use it. */
export type Toml = { [name: string]: TomlValue }
type TomlValue = string | number | boolean | TomlValue[] | Toml

/** Words for a line that is not understood. */
export class TomlError extends Error {
  override readonly name = 'TomlError'
  readonly kind = 'syntax'
}

/** Reads tables, lists, texts, numbers and switches; dates are read as texts. Throws TomlError. */
export const parseToml = (text: string): Toml => {
  const reader = new TomlReader(text)
  const root = emptyTable()
  let table = root
  while (reader.toNext()) {
    if (reader.take('[[')) {
      const path = reader.key()
      reader.expect(']]')
      table = emptyTable()
      const last = path.pop() ?? ''
      const above = tableAt(root, path, reader)
      const list = above[last]
      if (list === undefined) above[last] = [table]
      else if (Array.isArray(list)) list.push(table)
      else throw reader.wrong(`${last} is no list`)
    } else if (reader.take('[')) {
      const path = reader.key()
      reader.expect(']')
      table = tableAt(root, path, reader)
    } else assign(table, reader)
    reader.endLine()
  }
  return root
}

/** Without a prototype: a key of any name is only a key. */
const emptyTable = (): Toml => Object.create(null) as Toml

const assign = (table: Toml, reader: TomlReader): void => {
  const path = reader.key()
  reader.expect('=')
  const last = path.pop() ?? ''
  tableAt(table, path, reader)[last] = reader.value()
}

const tableAt = (from: Toml, path: readonly string[], reader: TomlReader): Toml =>
  path.reduce<Toml>((at, name) => {
    at[name] ??= emptyTable()
    const found = at[name]
    const inner = Array.isArray(found) ? found.at(-1) : found
    if (typeof inner !== 'object' || Array.isArray(inner)) throw reader.wrong(`${name} is no table`)
    return inner
  }, from)

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  '\\': '\\',
}

class TomlReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '')
  }

  wrong(why: string): TomlError {
    return new TomlError(`line ${this.#text.slice(0, this.#at).split('\n').length}: ${why}`)
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  /** To the next line that says something; false at the end. */
  toNext(): boolean {
    this.#skip(/(?:[ \t\n]+|#[^\n]*)*/y)
    return this.#at < this.#text.length
  }

  take(word: string): boolean {
    this.#skip(/[ \t]*/y)
    if (!this.#text.startsWith(word, this.#at)) return false
    this.#at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.take(word)) throw this.wrong(`expected ${word}`)
  }

  endLine(): void {
    this.#skip(/[ \t]*(?:#[^\n]*)?/y)
    if (this.#at < this.#text.length && this.#text[this.#at] !== '\n')
      throw this.wrong('expected the end of the line')
  }

  key(): string[] {
    const parts: string[] = []
    do {
      this.#skip(/[ \t]*/y)
      const quoted = this.#text[this.#at] === '"' || this.#text[this.#at] === "'"
      const part = quoted ? this.#string() : this.#skip(/[\w-]+/y)
      if (part === '' && !quoted) throw this.wrong('expected a name')
      parts.push(part)
    } while (this.take('.'))
    return parts
  }

  value(): TomlValue {
    this.#skip(/[ \t]*/y)
    const first = this.#text[this.#at]
    if (first === '"' || first === "'") return this.#string()
    if (this.take('[')) return this.#list()
    if (this.take('{')) return this.#inline()
    const word = this.#skip(/[^\s,\]}#]+/y)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === '') throw this.wrong('expected a value')
    const number = Number(word.replaceAll('_', ''))
    return Number.isNaN(number) ? word : number
  }

  #list(): TomlValue[] {
    const list: TomlValue[] = []
    for (;;) {
      this.toNext()
      if (this.take(']')) return list
      list.push(this.value())
      this.toNext()
      if (this.take(']')) return list
      this.expect(',')
    }
  }

  #inline(): Toml {
    const table = emptyTable()
    while (!this.take('}')) {
      assign(table, this)
      if (!this.take(',') && this.#text[this.#at] !== '}') throw this.wrong('expected }')
    }
    return table
  }

  #string(): string {
    const quote = this.#text[this.#at] ?? '"'
    const long = quote.repeat(3)
    if (this.#text.startsWith(long, this.#at)) {
      const end = this.#text.indexOf(long, this.#at + 3)
      if (end === -1) throw this.wrong('a text has no end')
      const inner = this.#text.slice(this.#at + 3, end).replace(/^\n/, '')
      this.#at = end + 3
      return quote === '"' ? this.#unescape(inner.replace(/\\\n\s*/g, '')) : inner
    }
    const found = this.#skip(quote === '"' ? /"(?:[^"\\\n]|\\.)*"/y : /'[^'\n]*'/y)
    if (found === '') throw this.wrong('a text has no end')
    return quote === '"' ? this.#unescape(found.slice(1, -1)) : found.slice(1, -1)
  }

  #unescape(text: string): string {
    return text.replace(/\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, written => {
      const code = /^\\[uU][0-9a-fA-F]{4}/.test(written) ? Number.parseInt(written.slice(2), 16) : undefined
      if (code !== undefined) return code > 0x10ffff ? written : String.fromCodePoint(code)
      return ESCAPES[written.slice(1)] ?? written
    })
  }
}
