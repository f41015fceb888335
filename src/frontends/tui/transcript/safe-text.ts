import { escapeText } from '../../../lib/escape-text.ts'

const TAB = 4
const NEEDS_CARE = /[^\u0020-\u007e\u00a1-\u00ac\u3000-\u303e\u4e00-\u9fff\uff01-\uff5e]/

/** Foreign text without anything a terminal would act on; tabs become blanks, line ends stay. */
export const safeText = (text: string): string =>
  NEEDS_CARE.test(text) ? expandTabs(escapeText(text)) : text

/** The same on one line, with blanks in place of line ends. */
export const safeLine = (text: string): string => safeText(text).replaceAll('\n', ' ')

/** The first line of it: what stands behind the first line end is left out. */
export const safeFirstLine = (text: string): string => {
  const trimmed = text.trimStart()
  const end = trimmed.search(/[\r\n]/)
  return safeText(end < 0 ? trimmed : trimmed.slice(0, end))
}

/** The lines of foreign text; a last line end begins no further line. */
export const safeLines = (text: string): readonly string[] => {
  const lines = safeText(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const expandTabs = (text: string): string => {
  if (!text.includes('\t')) return text
  let column = 0
  let made = ''
  for (const character of text) {
    if (character === '\t') {
      const blanks = TAB - (column % TAB)
      made += ' '.repeat(blanks)
      column += blanks
    } else {
      made += character
      column = character === '\n' ? 0 : column + 1
    }
  }
  return made
}
