import type { Entry } from '../../protocol/entry.ts'

/**
 * Most of what a tool returns stands in its line twice: as the model reads it (`message.content`) and as data
 * (`toolUseResult`). In the file a long text of the data is empty, and `sharedText` says where the content has it, so
 * whoever reads the file by its public shape finds each field with its type. `parseEntry` puts the texts back.
 */

/**
 * Where in a content of so many characters a text of the data is, and which line ends at its end the content leaves out.
 * A content that has another length by now (a secret was taken out of it) is the text.
 */
type Place = { readonly of: number } & (
  | { readonly from: number; readonly to: number; readonly end?: string }
  /** So many lines at the beginning, each behind its number and an arrow. */
  | { readonly lines: number }
)

type Fields = Readonly<Record<string, unknown>>

/** Shorter texts are written down as they are. */
const MIN_CHARS = 256
/** Data is one object, or objects in an object (`file.content`). */
const MAX_DEPTH = 2
/** Data has one or two long texts; a file of someone else may name the same one without end. */
const MAX_PLACES = 8
const NUMBER = /^(\d+)→/
const LINE_ENDS = /\n+$/

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the model reads of the one result in the entry. */
const contentOf = (entry: Fields): string | undefined => {
  const message = entry['message']
  const blocks = isFields(message) ? message['content'] : undefined
  if (!Array.isArray(blocks) || blocks.length !== 1 || !isFields(blocks[0])) return undefined
  const { type, content } = blocks[0]
  if (type !== 'tool_result') return undefined
  if (typeof content === 'string') return content
  const [part, ...others] = Array.isArray(content) ? content : []
  return others.length === 0 && isFields(part) && typeof part['text'] === 'string' ? part['text'] : undefined
}

const numbered = (text: string, from: number): string =>
  text
    .split('\n')
    .map((line, index) => `${from + index}→${line}`)
    .join('\n')

const findText = (text: string, content: string): Place | undefined => {
  const start = Number(NUMBER.exec(content)?.[1] ?? Number.NaN)
  if (Number.isSafeInteger(start) && content.startsWith(numbered(text, start)))
    return { of: content.length, lines: text.split('\n').length }
  const end = LINE_ENDS.exec(text)?.[0] ?? ''
  const body = text.slice(0, text.length - end.length)
  const from = content.indexOf(body)
  if (from === -1) return undefined
  return { of: content.length, from, to: from + body.length, ...(end === '' ? {} : { end }) }
}

/** So many lines without the number and arrow in front; one that has none is taken as it is. */
const withoutNumbers = (content: string, lines: number): string => {
  const parts: string[] = []
  let from = 0
  while (parts.length < lines && from <= content.length) {
    const newline = content.indexOf('\n', from)
    const end = newline === -1 ? content.length : newline
    parts.push(content.slice(behindNumber(content, from), end))
    from = end + 1
  }
  return parts.join('\n')
}

const behindNumber = (content: string, from: number): number => {
  let at = from
  while (isDigit(content.charCodeAt(at))) at++
  return at > from && content[at] === '→' ? at + 1 : from
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const textAt = (place: unknown, content: string): string | Lines | undefined => {
  if (!isFields(place)) return undefined
  const { of, lines, from, to, end = '' } = place
  if (typeof lines === 'number') return { content, lines }
  if (of !== content.length) return content
  if (typeof from !== 'number' || typeof to !== 'number' || typeof end !== 'string') return undefined
  return content.slice(from, to) + end
}

const writtenAt = (place: Place, content: string): string | undefined => {
  const text = textAt(place, content)
  return typeof text === 'object' ? withoutNumbers(text.content, text.lines) : text
}

/** The entry as it is written: no long text of its data stands in its content as well. */
export const withoutSharedText = (entry: Entry): Entry => {
  const output = entry.type === 'user' ? entry.toolUseResult : undefined
  const content = isFields(output) ? contentOf(entry as unknown as Fields) : undefined
  if (content === undefined || content.length < MIN_CHARS) return entry
  const places: Record<string, Place> = {}
  const without = (fields: Fields, path: string, depth: number): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (depth < MAX_DEPTH && isFields(value)) return [name, without(value, `${path}${name}.`, depth + 1)]
        if (typeof value !== 'string' || value.length < MIN_CHARS || name.includes('.')) return [name, value]
        const place = findText(value, content)
        if (place === undefined || writtenAt(place, content) !== value) return [name, value]
        if (Object.keys(places).length === MAX_PLACES) return [name, value]
        places[path + name] = place
        return [name, '']
      }),
    )
  const toolUseResult = without(output as Fields, '', 1)
  return Object.keys(places).length === 0
    ? entry
    : ({ ...entry, toolUseResult, sharedText: places } as unknown as Entry)
}

const put = (fields: Fields, [name = '', ...rest]: readonly string[], text: string | Lines): Fields => {
  const value = fields[name]
  if (rest.length === 0) {
    if (value !== '') return fields
    return typeof text === 'string' ? { ...fields, [name]: text } : putLines({ ...fields }, name, text)
  }
  return isFields(value) ? { ...fields, [name]: put(value, rest, text) } : fields
}

/** A text that has to be put together; of most results nobody ever asks for it. */
interface Lines {
  readonly content: string
  readonly lines: number
}

const putLines = (fields: Fields, name: string, { content, lines }: Lines): Fields =>
  Object.defineProperty(fields, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = withoutNumbers(content, lines)
      Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
      return value
    },
  })

/** A line of a file with the texts of its data in place. */
export const withSharedText = (value: Fields): Fields => {
  const { sharedText, ...entry } = value
  if (!isFields(sharedText)) return sharedText === undefined ? value : entry
  const content = contentOf(entry)
  if (content === undefined || !isFields(entry['toolUseResult'])) return entry
  let output = entry['toolUseResult']
  for (const [path, place] of Object.entries(sharedText).slice(0, MAX_PLACES)) {
    const text = textAt(place, content)
    if (text !== undefined) output = put(output, path.split('.'), text)
  }
  return { ...entry, toolUseResult: output }
}
