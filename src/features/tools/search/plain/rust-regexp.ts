import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { type Cursor, cursorOver, refuse } from './cursor.ts'
import { readClass } from './rust-class.ts'
import { readEscape } from './rust-escape.ts'

const says = modelTexts('plain_regexps', {
  closing: { en: 'a closing parenthesis without its opening one', zh: '没有左括号的右括号' },
  large: { en: 'an expression this large', zh: '这么大的表达式' },
  deep: { en: 'groups this deep inside each other', zh: '嵌套这么深的分组' },
  brace: { en: 'a brace that does not hold a number of repetitions', zh: '不含重复次数的花括号' },
  most: { en: 'more than {most:number} repetitions', zh: '超过 {most:number} 次的重复' },
  order: { en: 'a repetition whose bounds are not in order', zh: '上下限颠倒的重复' },
  nothing: { en: '{char} with nothing in front of it to repeat', zh: '前面没有内容可重复的 {char}' },
  lineEnd: { en: 'the end of a line without multiline', zh: '未开启 multiline 时的行尾' },
  group: {
    en: 'a group with ? that is neither (?:…) nor named (look-around, flags inside)',
    zh: '既非 (?:…) 也非命名分组的 ? 分组（环视、内嵌标志）',
  },
  open: { en: 'a group without its closing parenthesis', zh: '没有右括号的分组' },
})

export interface RegExpOptions {
  readonly ignoreCase: boolean
  /** The text is a whole file and `.` matches ends of lines; otherwise it is one line without its end. */
  readonly multiline: boolean
}

interface Reading {
  readonly cursor: Cursor
  readonly multiline: boolean
}

const MAX_DEPTH = 100
const MAX_REPEAT = 1000
/** A quantifier, its bounds, and whether it prefers less. */
const QUANTIFIER = /^(?:([*+?])|\{\s*(\d+)\s*(?:(,)\s*(\d+)?\s*)?\})(\??)/
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/

/**
 * A pattern of ripgrep as an expression of this engine that matches the same, or a ToolError. `^` and `$` speak of lines,
 * letters and digits of Unicode; groups capture nothing.
 */
export const toRegExp = (pattern: string, wish: RegExpOptions): RegExp => {
  const cursor = cursorOver(pattern)
  const [flags = '', letters = ''] = cursor.match(/^\(\?([ismu]+)\)/) ?? []
  cursor.skip(flags.length)
  const source = readAlternatives({ cursor, multiline: wish.multiline }, 0)
  if (!cursor.atEnd()) throw refuse(cursor, says('closing'))
  try {
    return new RegExp(source, wish.ignoreCase || letters.includes('i') ? 'giv' : 'gv')
  } catch {
    // The translation is valid by construction; what is left are limits of the engine.
    throw refuse(cursor, says('large'))
  }
}

const readAlternatives = (reading: Reading, depth: number): string => {
  if (depth > MAX_DEPTH) throw refuse(reading.cursor, says('deep'))
  const { cursor } = reading
  let source = ''
  while (!cursor.atEnd() && !cursor.looksAt(')')) {
    if (cursor.take('|')) {
      source += '|'
      continue
    }
    source += readRepeated(reading, depth)
  }
  return source
}

const readRepeated = (reading: Reading, depth: number): string => {
  const { cursor } = reading
  let atom = readAtom(reading, depth)
  for (let count = 0; ; count++) {
    const match = cursor.match(QUANTIFIER)
    if (!match) break
    cursor.skip(match[0].length)
    atom = `${count === 0 ? atom : `(?:${atom})`}${quantifier(cursor, match)}`
  }
  if (cursor.looksAt('{')) throw refuse(cursor, says('brace'))
  return atom
}

const quantifier = (cursor: Cursor, [, sign, least, comma, most, lazy]: RegExpMatchArray): string => {
  if (sign !== undefined) return `${sign}${lazy}`
  if (Number(least) > MAX_REPEAT || Number(most ?? 0) > MAX_REPEAT)
    throw refuse(cursor, says('most', { most: MAX_REPEAT }))
  if (most !== undefined && Number(most) < Number(least)) throw refuse(cursor, says('order'))
  return `{${least}${comma ?? ''}${most ?? ''}}${lazy}`
}

const readAtom = ({ cursor, multiline }: Reading, depth: number): string => {
  if (cursor.take('(')) return readGroup({ cursor, multiline }, depth)
  if (cursor.take('[')) return readClass(cursor)
  if (cursor.take('\\')) return readEscaped({ cursor, multiline })
  const char = cursor.next()
  if (char === '.') return multiline ? '[^]' : '[^\\n]'
  if (char === '^') return '(?:(?<![^\\n]))'
  if (char === '$') return '(?:(?![^\\n]))'
  if ('*+?{'.includes(char)) throw refuse(cursor, says('nothing', { char }))
  return literal({ cursor, multiline }, char)
}

const readEscaped = (reading: Reading): string => {
  const escaped = readEscape(reading.cursor)
  return escaped.kind === 'char' ? literal(reading, escaped.char) : escaped.text
}

const literal = ({ cursor, multiline }: Reading, char: string): string => {
  if (char === '\n' && !multiline) throw refuse(cursor, says('lineEnd'))
  return SYNTAX.test(char) ? `\\${char}` : char
}

const readGroup = (reading: Reading, depth: number): string => {
  const { cursor } = reading
  const named = cursor.match(/^\?P?<[A-Za-z_][\w.[\]]*>/)?.[0]
  if (named !== undefined) cursor.skip(named.length)
  else if (!cursor.take('?:') && cursor.looksAt('?')) throw refuse(cursor, says('group'))
  const inner = readAlternatives(reading, depth + 1)
  if (!cursor.take(')')) throw refuse(cursor, says('open'))
  return `(?:${inner})`
}
