import { settingsText } from '../../protocol/messages/host/settings.ts'
import { LocalizedError, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
/** JSON with comments and trailing commas, as people write settings. Values are those `JSON.parse` would give. */

export class JsoncError extends LocalizedError<LocalizedText> {
  override readonly name = 'JsoncError'
  /** Both 1-based. */
  readonly line: number
  readonly column: number
  constructor(problem: LocalizedText, place: { readonly line: number; readonly column: number }) {
    super(settingsText('at_line', { ...place, problem }))
    this.line = place.line
    this.column = place.column
  }
}

interface JsoncText {
  readonly value: unknown
  /** Keys given twice in one object (the last one counts), as dotted paths. */
  readonly duplicates: readonly string[]
}

/** Where a value stands in the text: from its first character to behind its last. */
export interface JsoncSpan {
  readonly from: number
  readonly to: number
  /** Where its key begins, for a member of an object. */
  readonly keyFrom?: number
}

/** Hears of every value, inner ones first. `path` is only good during the call. */
type Visit = (path: readonly string[], span: JsoncSpan) => void

const MAX_DEPTH = 64
const MAX_DUPLICATES = 20

interface Reader {
  readonly text: string
  at: number
  readonly path: string[]
  readonly duplicates: string[]
  readonly visit: Visit | undefined
}

/** Throws {@link JsoncError}. The message never quotes more than one character of the text. */
export const parseJsonc = (text: string, visit?: Visit): JsoncText => {
  const reader: Reader = { text, at: 0, path: [], duplicates: [], visit }
  const value = readVisited(reader)
  skipBlank(reader)
  if (reader.at < text.length) throw unexpected(reader, settingsText('end_of_file'))
  return { value, duplicates: reader.duplicates }
}

const failure = (reader: Reader, problem: LocalizedText, at = reader.at): JsoncError =>
  new JsoncError(problem, positionAt(reader.text, at))

const unexpected = (reader: Reader, what: LocalizedText): JsoncError =>
  failure(reader, settingsText('expected', { what, found: found(reader) }))

/** Both 1-based. */
export const positionAt = (text: string, at: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

const found = (reader: Reader): Text => {
  const code = reader.text.codePointAt(reader.at)
  if (code === undefined) return settingsText('end_of_file')
  return code > 0x20 && code < 0x7f
    ? `\`${String.fromCodePoint(code)}\``
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

const skipBlank = (reader: Reader): void => {
  const { text } = reader
  for (;;) {
    const char = text[reader.at]
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') reader.at++
    else if (char === '/' && text[reader.at + 1] === '/') {
      const end = text.indexOf('\n', reader.at)
      reader.at = end < 0 ? text.length : end + 1
    } else if (char === '/' && text[reader.at + 1] === '*') {
      const end = text.indexOf('*/', reader.at + 2)
      if (end < 0) throw failure(reader, settingsText('open_comment'))
      reader.at = end + 2
    } else return
  }
}

const readVisited = (reader: Reader, keyFrom?: number): unknown => {
  skipBlank(reader)
  const from = reader.at
  const value = readValue(reader)
  reader.visit?.(reader.path, {
    from,
    to: reader.at,
    ...(keyFrom === undefined ? {} : { keyFrom }),
  })
  return value
}

const readValue = (reader: Reader): unknown => {
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader)
    case '[':
      return readArray(reader)
    case '"':
      return readString(reader)
    case 't':
      return readWord(reader, { word: 'true', value: true })
    case 'f':
      return readWord(reader, { word: 'false', value: false })
    case 'n':
      return readWord(reader, { word: 'null', value: null })
    default:
      return readNumber(reader)
  }
}

const readWord = <T>(reader: Reader, { word, value }: { readonly word: string; readonly value: T }): T => {
  if (!reader.text.startsWith(word, reader.at)) throw unexpected(reader, settingsText('a_value'))
  reader.at += word.length
  return value
}

const readNumber = (reader: Reader): number => {
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
  number.lastIndex = reader.at
  const match = number.exec(reader.text)
  if (!match) throw unexpected(reader, settingsText('a_value'))
  reader.at += match[0].length
  return Number(match[0])
}

const readString = (reader: Reader): string => {
  const { text, at: start } = reader
  const end = endOfString(text, start)
  if (end < 0) throw failure(reader, settingsText('open_string'))
  const plain = text.slice(start + 1, end)
  const control = indexOfControl(plain)
  if (control >= 0) throw failure(reader, settingsText('control_character'), start + 1 + control)
  reader.at = end + 1
  if (!plain.includes('\\')) return plain
  try {
    return JSON.parse(text.slice(start, end + 1)) as string
  } catch {
    // The quotes are in place, so only a bad escape is left; the engine's own message would quote the text.
    throw failure(reader, settingsText('bad_escape'), start)
  }
}

/** A quote after an odd number of backslashes does not end a string. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** Whatever lies below the blank. */
const indexOfControl = (text: string): number => text.search(/[^ -\uffff]/)

const enter = (reader: Reader, key: string): void => {
  if (reader.path.length >= MAX_DEPTH) throw failure(reader, settingsText('too_deep', { most: MAX_DEPTH }))
  reader.path.push(key)
}

const readArray = (reader: Reader): unknown[] => {
  const items: unknown[] = []
  reader.at++
  for (;;) {
    skipBlank(reader)
    if (reader.text[reader.at] === ']') break
    enter(reader, String(items.length))
    items.push(readVisited(reader))
    reader.path.pop()
    if (!readComma(reader, ']')) break
  }
  reader.at++
  return items
}

const readObject = (reader: Reader): Record<string, unknown> => {
  const object: Record<string, unknown> = {}
  reader.at++
  for (;;) {
    skipBlank(reader)
    if (reader.text[reader.at] === '}') break
    if (reader.text[reader.at] !== '"') throw unexpected(reader, settingsText('quoted_key'))
    const keyFrom = reader.at
    const key = readString(reader)
    skipBlank(reader)
    if (reader.text[reader.at] !== ':') throw unexpected(reader, settingsText('colon'))
    reader.at++
    enter(reader, key)
    if (Object.hasOwn(object, key) && reader.duplicates.length < MAX_DUPLICATES)
      reader.duplicates.push(reader.path.join('.'))
    const value = readVisited(reader, keyFrom)
    // Assigning to `__proto__` would change the prototype instead of adding a key.
    if (key === '__proto__')
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
    else object[key] = value
    reader.path.pop()
    if (!readComma(reader, '}')) break
  }
  reader.at++
  return object
}

/** True when another element may follow; stands on the closing bracket otherwise. */
const readComma = (reader: Reader, close: string): boolean => {
  skipBlank(reader)
  const char = reader.text[reader.at]
  if (char === close) return false
  if (char !== ',') throw unexpected(reader, settingsText('comma', { close }))
  reader.at++
  return true
}
