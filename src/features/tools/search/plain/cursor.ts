import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../../protocol/tool.ts'

const says = modelTexts('plain_patterns', {
  unsupported: {
    en: 'The pattern {pattern} cannot be searched for: {what} is not supported. To search for a character with a meaning of its own, put a backslash before it.',
    zh: '无法搜索模式 {pattern}：不支持{what}。要搜索有特殊含义的字符，请在它前面加反斜杠。',
  },
})

/** A place in a pattern that is being read. */
export interface Cursor {
  readonly pattern: string
  atEnd(): boolean
  looksAt(text: string): boolean
  /** Goes on behind `text` if it stands here. */
  take(text: string): boolean
  takeAny<T extends string>(texts: readonly T[]): T | undefined
  match(regExp: RegExp): RegExpMatchArray | null
  skip(length: number): void
  /** The next character, whole. */
  next(): string
}

export const cursorOver = (pattern: string): Cursor => {
  let at = 0
  const looksAt = (text: string) => pattern.startsWith(text, at)
  const take = (text: string) => {
    if (!looksAt(text)) return false
    at += text.length
    return true
  }
  return {
    pattern,
    atEnd: () => at >= pattern.length,
    looksAt,
    take,
    takeAny: texts => texts.find(take),
    match: regExp => pattern.slice(at).match(regExp),
    skip: length => {
      at += length
    },
    next: () => {
      const char = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
      at += char.length
      return char
    },
  }
}

/** What this engine or no engine understands: said so that the next pattern can be right. */
export const refuse = (cursor: Cursor, what: LocalizedText): ToolError =>
  new ToolError(says('unsupported', { pattern: JSON.stringify(cursor.pattern), what }))
