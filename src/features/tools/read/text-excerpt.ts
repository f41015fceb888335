import { escapeInvisible } from '../../../lib/escape-text.ts'
import { letterLength } from '../../../lib/text/rough-tokens.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { inBrackets } from '../text-blocks.ts'

const says = modelTexts('text_excerpt', {
  invisible: { en: 'Invisible characters are shown as \\u{…}.', zh: '不可见字符显示为 \\u{…}。' },
  empty: { en: 'The file is empty.', zh: '文件为空。' },
  past: {
    en: {
      one: 'The file has only {count:number} line; offset {offset:number} is past its end.',
      other: 'The file has only {count:number} lines; offset {offset:number} is past its end.',
    },
    zh: '文件只有 {count:number} 行；offset {offset:number} 超出末尾。',
  },
  moreThan: { en: 'more than {total:number}', zh: '{total:number} 以上' },
  cut: {
    en: {
      one: '{count:number} long line cut at {most:number} characters.',
      other: '{count:number} long lines cut at {most:number} characters.',
    },
    zh: '{count:number} 个长行在 {most:number} 个字符处截断。',
  },
  lines: {
    en: 'Lines {from:number}–{to:number} of {total}. Go on with offset {next:number}.',
    zh: '第 {from:number}–{to:number} 行，共 {total} 行。用 offset {next:number} 继续。',
  },
})

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
  readonly notes: readonly Text[]
}

export interface LineRange {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  /** Characters that may be shown, as long as Latin ones; absent: 25,000 tokens' worth. */
  readonly maxChars?: number | undefined
  /** For a program: no line is cut, and no sign is written otherwise. */
  readonly asItIs?: boolean
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
  readonly #asItIs: boolean
  #chars = 0
  #cutLines = 0
  #full = false

  constructor(range: LineRange) {
    this.startLine = Math.max(1, range.offset ?? 1)
    this.#end = this.startLine + (range.limit ?? DEFAULT_LINES)
    this.#maxChars = range.maxChars ?? MAX_CHARS
    this.#asItIs = range.asItIs === true
  }

  /** Whether a line of this number would be kept. */
  wants(line: number): boolean {
    return line >= this.startLine && line < this.#end && !this.#full
  }

  take(line: string): void {
    const kept = line.length > MAX_LINE_CHARS && !this.#asItIs ? cutAt(line, MAX_LINE_CHARS) : line
    this.#chars += (this.#asItIs ? kept.length : letterLength(kept)) + 8
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
    const escaped = this.#asItIs ? content : escapeInvisible(content)
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
        ...(escaped === content ? [] : [says('invisible')]),
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
  const whole = range.asItIs ? wholeText(path, text, range) : undefined
  if (whole) return whole
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const picker = new LinePicker(range)
  for (let line = picker.startLine; line <= lines.length && picker.wants(line); line++)
    picker.take(lines[line - 1] ?? '')
  return picker.output(path, { total: lines.length })
}

/** All of a text as it is, without taking it apart; undefined: only part of it is wanted, or fits. */
const wholeText = (
  path: string,
  text: string,
  { offset = 1, limit = DEFAULT_LINES, maxChars = MAX_CHARS }: LineRange,
): TextOutput | undefined => {
  if (offset > 1 || text === '') return undefined
  const content = text.endsWith('\n') ? text.slice(0, -1) : text
  let lines = 1
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) lines += 1
  if (lines > limit || content.length + 8 * lines > maxChars) return undefined
  const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines }
  return { type: 'text', file, notes: [] }
}

const placeNotes = (part: {
  readonly startLine: number
  readonly shown: number
  readonly total: number
  readonly cutLines: number
  readonly more?: boolean
}): readonly LocalizedText[] => {
  if (part.total === 0) return [says('empty')]
  if (part.startLine > part.total) return [says('past', { count: part.total, offset: part.startLine })]
  const last = part.startLine + part.shown - 1
  const total = part.more ? says('moreThan', { total: part.total }) : String(part.total)
  return [
    ...(part.cutLines > 0 ? [says('cut', { count: part.cutLines, most: MAX_LINE_CHARS })] : []),
    ...(last < part.total || part.more
      ? [says('lines', { from: part.startLine, to: last, total, next: last + 1 })]
      : []),
  ]
}

/** No model gets as much: it went to a script, and whoever looks on sees its beginning. */
const MOST_NUMBERED_CHARS = 256 * 1024

export const renderText = ({ file, notes }: TextOutput, language?: PromptLanguage): string => {
  const lines = file.numLines === 0 ? [] : file.content.slice(0, MOST_NUMBERED_CHARS).split('\n')
  const numbered = lines.map((line, index) => `${file.startLine + index}→${line}`)
  return [...numbered, ...notes.map(note => forModel(inBrackets(note), language))].join('\n')
}
