import { escapeInvisible } from '../../../lib/escape-text.ts'

export interface TextOutput {
  readonly type: 'text'
  readonly file: {
    readonly filePath: string
    readonly content: string
    readonly numLines: number
    readonly startLine: number
    readonly totalLines: number
    readonly truncatedByTokenCap?: true
  }
  /** What the content alone does not tell. */
  readonly notes: readonly string[]
}

export interface LineRange {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  /** Characters that may be shown; absent: 25,000 tokens' worth. */
  readonly maxChars?: number | undefined
}

const DEFAULT_LINES = 2000
export const MAX_LINE_CHARS = 2000
export const CHARS_PER_TOKEN = 4
export const MAX_CHARS = 25_000 * CHARS_PER_TOKEN

/** Takes lines as they come and keeps those of the range, until the result is full. */
export class LinePicker {
  readonly startLine: number
  readonly #end: number
  readonly #kept: string[] = []
  readonly #maxChars: number
  #chars = 0
  #cutLines = 0
  #full = false

  constructor(range: LineRange) {
    this.startLine = Math.max(1, range.offset ?? 1)
    this.#end = this.startLine + (range.limit ?? DEFAULT_LINES)
    this.#maxChars = range.maxChars ?? MAX_CHARS
  }

  /** Whether a line of this number would be kept. */
  wants(line: number): boolean {
    return line >= this.startLine && line < this.#end && !this.#full
  }

  take(line: string): void {
    const kept = line.length > MAX_LINE_CHARS ? cutAt(line, MAX_LINE_CHARS) : line
    this.#chars += kept.length + 8
    if (this.#chars > this.#maxChars) {
      this.#full = true
      return
    }
    if (kept.length < line.length) this.#cutLines++
    this.#kept.push(kept)
  }

  /** `more`: the counting stopped before the end of the file. */
  output(path: string, count: { readonly total: number; readonly more?: boolean }): TextOutput {
    const content = this.#kept.join('\n')
    const escaped = escapeInvisible(content)
    const numLines = this.#kept.length
    return {
      type: 'text',
      file: {
        filePath: path,
        content: escaped,
        numLines,
        startLine: this.startLine,
        totalLines: count.total,
        ...(this.#full ? { truncatedByTokenCap: true } : {}),
      },
      notes: [
        ...(escaped === content ? [] : ['Invisible characters are shown as \\u{…}.']),
        ...placeNotes({ ...count, startLine: this.startLine, shown: numLines, cutLines: this.#cutLines }),
      ],
    }
  }
}

/** Never in the middle of a surrogate pair. */
const cutAt = (line: string, at: number): string => {
  const last = line.charCodeAt(at - 1)
  return line.slice(0, last >= 0xd800 && last < 0xdc00 ? at - 1 : at)
}

export const excerpt = (path: string, text: string, range: LineRange): TextOutput => {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const picker = new LinePicker(range)
  for (let line = picker.startLine; line <= lines.length && picker.wants(line); line++)
    picker.take(lines[line - 1] ?? '')
  return picker.output(path, { total: lines.length })
}

const placeNotes = (part: {
  readonly startLine: number
  readonly shown: number
  readonly total: number
  readonly cutLines: number
  readonly more?: boolean
}): readonly string[] => {
  if (part.total === 0) return ['The file is empty.']
  if (part.startLine > part.total)
    return [`The file has only ${counted(part.total, 'line')}; offset ${part.startLine} is past its end.`]
  const last = part.startLine + part.shown - 1
  const total = part.more ? `more than ${part.total}` : part.total
  return [
    ...(part.cutLines > 0
      ? [`${counted(part.cutLines, 'long line')} cut at ${MAX_LINE_CHARS} characters.`]
      : []),
    ...(last < part.total || part.more
      ? [`Lines ${part.startLine}–${last} of ${total}. Go on with offset ${last + 1}.`]
      : []),
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const renderText = ({ file, notes }: TextOutput): string => {
  const lines = file.numLines === 0 ? [] : file.content.split('\n')
  const numbered = lines.map((line, index) => `${file.startLine + index}→${line}`)
  return [...numbered, ...notes.map(note => `(${note})`)].join('\n')
}
