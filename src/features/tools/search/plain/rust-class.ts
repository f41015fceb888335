import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { type Cursor, refuse } from './cursor.ts'
import { readEscape } from './rust-escape.ts'

const says = modelTexts('plain_classes', {
  deep: { en: 'classes this deep inside each other', zh: '嵌套这么深的字符类' },
  open: { en: 'a class without its closing bracket', zh: '没有右方括号的字符类' },
  tilde: { en: 'the operator ~~ in a class', zh: '字符类中的 ~~ 运算符' },
  order: { en: 'a range whose ends are not in order', zh: '两端顺序颠倒的范围' },
  place: { en: 'a place such as \\b in a class', zh: '字符类中的 \\b 之类的位置' },
})

/** ASCII, as ripgrep takes these names. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\u{0}-\\u{7f}',
  blank: '\\t\\u{20}',
  cntrl: '\\u{0}-\\u{1f}\\u{7f}',
  digit: '0-9',
  graph: '\\u{21}-\\u{7e}',
  lower: 'a-z',
  print: '\\u{20}-\\u{7e}',
  punct: '\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}',
  space: '\\t\\n\\u{b}\\f\\r\\u{20}',
  upper: 'A-Z',
  word: 'a-zA-Z0-9_',
  xdigit: '0-9A-Fa-f',
}
const MAX_DEPTH = 50

/** Reads a class whose `[` was taken; answers it in the syntax of the `v` flag. */
export const readClass = (cursor: Cursor, depth = 0): string => {
  if (depth > MAX_DEPTH) throw refuse(cursor, says('deep'))
  const negation = cursor.take('^') ? '^' : ''
  let items = ''
  let left: string | undefined
  while (cursor.take('-')) items += code('-')
  if (items === '' && cursor.take(']')) items += code(']')
  for (;;) {
    if (cursor.atEnd()) throw refuse(cursor, says('open'))
    if (cursor.take(']')) return `[${negation}${left === undefined ? items : `${left}[${items}]`}]`
    const operator = cursor.takeAny(['&&', '--', '~~'])
    if (operator === '~~') throw refuse(cursor, says('tilde'))
    if (operator !== undefined) {
      left = `${left === undefined ? `[${items}]` : `[${left}[${items}]]`}${operator}`
      items = ''
    } else items += readItem(cursor, depth)
  }
}

const readItem = (cursor: Cursor, depth: number): string => {
  if (cursor.take('[')) return readPosix(cursor) ?? readClass(cursor, depth + 1)
  const from = readSingle(cursor)
  if (from.point === undefined) return from.text
  if (!cursor.looksAt('-') || cursor.looksAt('-]') || cursor.looksAt('--')) return from.text
  cursor.take('-')
  const to = readSingle(cursor)
  if (to.point === undefined || to.point < from.point) throw refuse(cursor, says('order'))
  return `${from.text}-${to.text}`
}

const readPosix = (cursor: Cursor): string | undefined => {
  const [whole, negation, name = ''] = cursor.match(/^:(\^?)(\w+):\]/) ?? []
  const ranges = POSIX[name]
  if (whole === undefined || ranges === undefined) return undefined
  cursor.skip(whole.length)
  return `[${negation}${ranges}]`
}

interface Single {
  readonly text: string
  /** Absent for what stands for many characters. */
  readonly point?: number
}

const readSingle = (cursor: Cursor): Single => {
  if (cursor.atEnd()) throw refuse(cursor, says('open'))
  if (!cursor.take('\\')) {
    const char = cursor.next()
    return { text: code(char), point: char.codePointAt(0) ?? 0 }
  }
  const escaped = readEscape(cursor)
  if (escaped.kind === 'char') return { text: code(escaped.char), point: escaped.char.codePointAt(0) ?? 0 }
  if (escaped.kind === 'set') return { text: escaped.text }
  throw refuse(cursor, says('place'))
}

const code = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
