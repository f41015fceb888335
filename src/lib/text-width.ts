import { graphemeEnd } from './graphemes.ts'

/**
 * Columns text takes on a terminal. Terminals disagree about joined emoji, flags and U+FE0F; here each takes two columns,
 * as most of today's draw it. Characters of ambiguous width take one.
 */

/** Wide characters that are no emoji, as [first, last]. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2fb],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]
/** Arrows, mathematics, box drawing: the part of it that is no emoji is asked often. */
const isPlainSymbol = (code: number): boolean =>
  (code >= 0x2010 && code <= 0x2027) ||
  (code >= 0x2190 && code <= 0x22ff) ||
  (code >= 0x2500 && code <= 0x25fc)

const NONE = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb]/u
const PICTURE = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u

const isWide = (code: number): boolean => {
  for (const [first, last] of WIDE) if (code <= last) return code >= first
  return false
}

const codePointWidth = (code: number): number => {
  if (code < 0x300) return code >= 0xa0 || (code >= 0x20 && code < 0x7f) || code === 0x09 ? 1 : 0
  if (isPlainSymbol(code)) return 1
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2
  const character = String.fromCodePoint(code)
  if (NONE.test(character)) return 0
  return isWide(code) || PICTURE.test(character) ? 2 : 1
}

/** Columns of one character as {@link graphemeEnd} bounds it; never more than two. */
export const graphemeWidth = (grapheme: string): number => {
  if (grapheme.length === 1) return codePointWidth(grapheme.charCodeAt(0))
  let width = 0
  for (const character of grapheme) {
    if (character === '\ufe0f' && width > 0) return 2
    width += codePointWidth(character.codePointAt(0) ?? 0)
    if (width >= 2) return 2
  }
  return width
}

const PRINTABLE_ASCII = /^[ -~]*$/

export const textWidth = (text: string): number => {
  if (PRINTABLE_ASCII.test(text)) return text.length
  let width = 0
  for (let at = 0; at < text.length; ) {
    const end = graphemeEnd(text, at)
    width += graphemeWidth(text.slice(at, end))
    at = end
  }
  return width
}

/** What stands in the columns from `from` up to `to`. A wide character that is cut is left out. */
export const sliceColumns = (text: string, from: number, to = Number.POSITIVE_INFINITY): string => {
  if (PRINTABLE_ASCII.test(text)) return text.slice(Math.max(0, from), Math.max(0, to))
  let column = 0
  let first = -1
  let last = 0
  for (let at = 0; at < text.length && column < to; ) {
    const end = graphemeEnd(text, at)
    const after = column + graphemeWidth(text.slice(at, end))
    if (column >= from && after <= to) {
      if (first < 0) first = at
      last = end
    }
    column = after
    at = end
  }
  return first < 0 ? '' : text.slice(first, last)
}

/** The text when it fits, else its beginning and the ellipsis. */
export const truncateText = (text: string, width: number, ellipsis = '…'): string => {
  if (textWidth(text) <= width) return text
  const room = width - textWidth(ellipsis)
  return room < 0 ? sliceColumns(text, 0, width) : sliceColumns(text, 0, room) + ellipsis
}

/** Lines of at most `width` columns, broken at blanks where there are any. */
export const wrapText = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap(line => wrapLine(line, Math.max(width, 8)))

const wrapLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = []
  let current = ''
  let taken = 0
  for (const word of line.split(' ')) {
    const wanted = textWidth(word)
    const joined = current === '' ? wanted : taken + 1 + wanted
    if (joined <= width) {
      current = current === '' ? word : `${current} ${word}`
      taken = joined
      continue
    }
    if (current !== '') lines.push(current)
    const pieces = breakWord(word, width)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
    taken = textWidth(current)
  }
  return [...lines, current]
}

const breakWord = (word: string, width: number): readonly string[] => {
  const pieces: string[] = []
  let begin = 0
  let taken = 0
  for (let at = 0; at < word.length; ) {
    const end = graphemeEnd(word, at)
    const more = graphemeWidth(word.slice(at, end))
    if (taken + more > width) {
      pieces.push(word.slice(begin, at))
      begin = at
      taken = 0
    }
    taken += more
    at = end
  }
  return [...pieces, word.slice(begin)]
}
