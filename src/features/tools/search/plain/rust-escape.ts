import { verbatim } from '../../../../protocol/messages/layout.ts'
import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { type Cursor, refuse } from './cursor.ts'

const says = modelTexts('plain_escapes', {
  end: { en: 'a backslash at the end', zh: '末尾的反斜杠' },
  braces: { en: '\\{char} with braces', zh: '带花括号的 \\{char}' },
  char: { en: 'the character {digits}', zh: '字符 {digits}' },
  property: { en: 'the property {name}', zh: '属性 {name}' },
})

export type Escape =
  | { readonly kind: 'char'; readonly char: string }
  /** Stands for one of many characters; valid inside and outside of a class. */
  | { readonly kind: 'set'; readonly text: string }
  /** Matches between characters. */
  | { readonly kind: 'place'; readonly text: string }

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}'
const SETS: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  s: '\\p{White_Space}',
  S: '\\P{White_Space}',
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
}
const BEFORE = `(?<=[${WORD}])`
const AFTER = `(?=[${WORD}])`
const NOT_BEFORE = `(?<![${WORD}])`
const NOT_AFTER = `(?![${WORD}])`
const PLACES: Readonly<Record<string, string>> = {
  b: `(?:${BEFORE}${NOT_AFTER}|${NOT_BEFORE}${AFTER})`,
  B: `(?:${BEFORE}${AFTER}|${NOT_BEFORE}${NOT_AFTER})`,
  '<': `(?:${NOT_BEFORE}${AFTER})`,
  '>': `(?:${BEFORE}${NOT_AFTER})`,
}
const CHARS: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  v: '\v',
  a: '\u0007',
}
const NUMBERED = /^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[xuU]\{[\da-fA-F]{1,8}\})/
const MAX_POINT = 0x10ffff

/** Reads what follows a backslash. Letters, digits and words have ripgrep's meaning: that of Unicode. */
export const readEscape = (cursor: Cursor): Escape => {
  if (cursor.atEnd()) throw refuse(cursor, says('end'))
  const numbered = cursor.match(NUMBERED)?.[0]
  if (numbered !== undefined) {
    cursor.skip(numbered.length)
    return numberedChar(cursor, numbered.replaceAll(/[xuU{}]/g, ''))
  }
  const property = cursor.match(/^([pP])(?:\{(\^?)([\w= ]+)\}|([A-Za-z]))/)
  if (property) return readProperty(cursor, property)
  const char = cursor.next()
  const set = SETS[char]
  if (set !== undefined) return { kind: 'set', text: set }
  const place = PLACES[char]
  if (place !== undefined) {
    if (cursor.looksAt('{')) throw refuse(cursor, says('braces', { char }))
    return { kind: 'place', text: place }
  }
  const known = CHARS[char]
  if (known !== undefined) return { kind: 'char', char: known }
  if (/[\dA-Za-z]|[^\0-\x7f]/.test(char)) throw refuse(cursor, verbatim(`\\${char}`))
  return { kind: 'char', char }
}

const numberedChar = (cursor: Cursor, digits: string): Escape => {
  const point = Number.parseInt(digits, 16)
  if (point > MAX_POINT || (point >= 0xd800 && point <= 0xdfff))
    throw refuse(cursor, says('char', { digits }))
  return { kind: 'char', char: String.fromCodePoint(point) }
}

const readProperty = (cursor: Cursor, match: RegExpMatchArray): Escape => {
  const [whole, letter, caret, long, short] = match
  cursor.skip(whole.length)
  const name = (long ?? short ?? '').trim()
  const sign = (letter === 'P') !== (caret === '^') ? 'P' : 'p'
  const text = [`\\${sign}{${name}}`, `\\${sign}{Script=${name}}`].find(isKnown)
  if (text === undefined) throw refuse(cursor, says('property', { name }))
  return { kind: 'set', text }
}

const isKnown = (text: string): boolean => {
  try {
    new RegExp(text, 'v')
    return true
  } catch {
    // Not a name this engine has.
    return false
  }
}
