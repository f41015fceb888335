import { binaryList } from './binary-list.ts'
import { JsonText, ListError, type ListJson } from './list-json.ts'

/** A tag, or what stands before the next one. Entities of a document's own are not read. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<(\/?)(\w+)[^<>]*?(\/?)>|([^<]+)/y

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close' | 'empty'; readonly name: string }

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const plain = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (_, name: string) => {
    if (name.startsWith('#')) return character(Number(name.slice(1).replace(/^x/i, '0x')))
    const known = ENTITIES[name]
    if (known === undefined) throw new ListError(`&${name};`)
    return known
  })

const character = (code: number): string => {
  if (code > 0x10_ffff) throw new ListError('a character that is none')
  return String.fromCodePoint(code)
}

const tokensOf = (source: string): readonly Token[] => {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source)
    if (!match) throw new ListError('a tag that has no end')
    const [, data, slash, name, isEmpty, text] = match
    if (name !== undefined) tokens.push({ kind: isEmpty ? 'empty' : slash ? 'close' : 'open', name })
    else if (data !== undefined) tokens.push({ kind: 'text', text: data })
    else if (text !== undefined) tokens.push({ kind: 'text', text: plain(text) })
  }
  return tokens
}

/** The one of text, with `<plist>` around one value. */
const xmlList = (source: string, limits: ListJson): string => {
  const reader = new XmlReader(tokensOf(source), new JsonText(limits))
  return reader.list()
}

class XmlReader {
  readonly #tokens: readonly Token[]
  readonly #json: JsonText
  #at = 0

  constructor(tokens: readonly Token[], json: JsonText) {
    this.#tokens = tokens
    this.#json = json
  }

  list(): string {
    this.#expect('open', 'plist')
    const value = this.#value(this.#nextTag())
    this.#expect('close', 'plist')
    if (this.#tokens.slice(this.#at).some(token => token.kind !== 'text' || token.text.trim() !== ''))
      throw new ListError('more than one value')
    return value
  }

  /** Blanks between tags mean nothing; other text does not belong there. */
  #nextTag(): Exclude<Token, { kind: 'text' }> {
    for (;;) {
      const token = this.#tokens[this.#at++]
      if (token === undefined) throw new ListError('the end is missing')
      if (token.kind !== 'text') return token
      if (token.text.trim() !== '') throw new ListError('text between values')
    }
  }

  #expect(kind: Token['kind'], name: string): void {
    const tag = this.#nextTag()
    if (tag.kind !== kind || tag.name !== name) throw new ListError(`<${name}> is missing`)
  }

  #textUntil(name: string): string {
    let text = ''
    for (;;) {
      const token = this.#tokens[this.#at++]
      if (token?.kind === 'text') text += token.text
      else if (token?.kind === 'close' && token.name === name) return text
      else throw new ListError(`</${name}> is missing`)
    }
  }

  #value({ kind, name }: Exclude<Token, { kind: 'text' }>): string {
    if (kind === 'close') throw new ListError(`</${name}>`)
    const isEmpty = kind === 'empty'
    const text = (): string => (isEmpty ? '' : this.#textUntil(name))
    switch (name) {
      case 'true':
      case 'false':
        text()
        return this.#json.value(name === 'true')
      case 'string':
      case 'date':
        return this.#json.value(text())
      case 'data':
        return this.#json.value(text().replace(/\s+/g, ''))
      case 'integer':
        return this.#json.value(integer(text().trim()))
      case 'real':
        return this.#json.value(Number(text().trim() || 'x'))
      case 'array':
        return this.#json.around('[]', () => (isEmpty ? [] : this.#entries(name)))
      case 'dict':
        return this.#json.around('{}', () => (isEmpty ? [] : this.#entries(name)))
      default:
        throw new ListError(`<${name}>`)
    }
  }

  #entries(within: 'array' | 'dict'): readonly string[] {
    const entries: string[] = []
    for (;;) {
      const tag = this.#nextTag()
      if (tag.kind === 'close' && tag.name === within) return entries
      if (within === 'array') entries.push(this.#value(tag))
      else if (tag.name === 'key' && tag.kind !== 'close') {
        const key = this.#json.value(tag.kind === 'empty' ? '' : this.#textUntil('key'))
        entries.push(`${key}:${this.#value(this.#nextTag())}`)
      } else throw new ListError('<key> is missing')
    }
  }
}

const integer = (text: string): bigint => {
  if (!/^[+-]?(?:\d{1,39}|0x[0-9a-f]{1,32})$/i.test(text)) throw new ListError('a number that is none')
  const isNegative = text.startsWith('-')
  const size = BigInt(text.replace(/^[+-]/, ''))
  return isNegative ? -size : size
}

/**
 * The JSON text of a property list in either form that macOS writes: settings of a device management are kept so. Keys
 * given twice stay so; dates become text, data base64. Throws ListError.
 */
export const propertyListJson = (bytes: Uint8Array, limits: ListJson): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 8).toString('latin1') === 'bplist00') return binaryList(buffer, limits)
  if (buffer.subarray(0, 6).toString('latin1') === 'bplist') throw new ListError('another version')
  return xmlList(buffer.toString('utf8').replace(/^\uFEFF/, ''), limits)
}
