import type { Span } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { lineEnd, lineStart } from '../editor/lines.ts'
import { pairAround } from './brackets.ts'
import { classes, isBlankClass, runEnd, runStart } from './char-class.ts'
import type { ObjectName } from './command.ts'
import { paragraphLines } from './paragraphs.ts'

/** A piece an operator works on. `lines`: whole lines, `to` at the end of the last one. */
export interface Piece extends Span {
  readonly lines: boolean
}

const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  '(': ['(', ')'],
  ')': ['(', ')'],
  b: ['(', ')'],
  '[': ['[', ']'],
  ']': ['[', ']'],
  '{': ['{', '}'],
  '}': ['{', '}'],
  B: ['{', '}'],
  '<': ['<', '>'],
  '>': ['<', '>'],
}

/** The text object around a place; undefined where there is none. */
export const findObject = (
  text: string,
  { at, times }: { readonly at: number; readonly times: number },
  { of, around }: ObjectName,
): Piece | undefined => {
  if (of === 'p') return { ...paragraphLines(text, at, around), lines: true }
  const pair = BRACKETS[of]
  if (pair) return bracketObject(text, { at, times, pair, around })
  if (of === 'w' || of === 'W') {
    const word = wordObject(text, { at, times, big: of === 'W', around })
    return word && { ...word, lines: false }
  }
  const quoted = quoteObject(text, { at, quote: of, around })
  return quoted && { ...quoted, lines: false }
}

interface WordOrder {
  readonly at: number
  readonly times: number
  readonly big: boolean
  readonly around: boolean
}

/** Runs within the line; with `around` each has the blanks behind it, or the last the blanks before all. */
const wordObject = (text: string, { at, times, big, around }: WordOrder): Span | undefined => {
  const end = lineEnd(text, at)
  if (at >= end) return undefined
  const line = text.slice(lineStart(text, at), end)
  const base = lineStart(text, at)
  const kindOf = classes(line, big)
  const from = runStart(line, at - base, kindOf)
  let to = from
  const take = (): boolean => {
    if (to >= line.length) return false
    to = nextStop(line, runEnd(line, to, kindOf))
    return true
  }
  for (let left = times; left > 0; left--) if (!take() || (around && left > 1 && !take())) break
  if (!around) return { from: base + from, to: base + to }
  return around && isBlankClass(kindOf(from))
    ? { from: base + from, to: base + (to < line.length ? nextStop(line, runEnd(line, to, kindOf)) : to) }
    : withBlanks(text, { from: base + from, to: base + to })
}

/** The blanks behind, or where there are none those before. */
const withBlanks = (text: string, { from, to }: Span): Span => {
  let end = to
  while (text[end] === ' ' || text[end] === '\t') end += 1
  if (end > to) return { from, to: end }
  let start = from
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1
  return { from: start === lineStart(text, from) ? from : start, to }
}

const quoteObject = (
  text: string,
  { at, quote, around }: { readonly at: number; readonly quote: string; readonly around: boolean },
): Span | undefined => {
  const pair = quotePairs(text, at, quote).find(({ to }) => at < to)
  if (!pair) return undefined
  return around ? withBlanks(text, pair) : { from: pair.from + 1, to: pair.to - 1 }
}

/** Quotes of the line two by two; one behind a backslash does not count. */
const quotePairs = (text: string, at: number, quote: string): readonly Span[] => {
  const pairs: Span[] = []
  const end = lineEnd(text, at)
  let open: number | undefined
  for (let stop = lineStart(text, at); stop < end; stop++) {
    if (text[stop] === '\\') stop += 1
    else if (text[stop] === quote) {
      if (open === undefined) open = stop
      else {
        pairs.push({ from: open, to: stop + 1 })
        open = undefined
      }
    }
  }
  return pairs
}

const bracketObject = (
  text: string,
  order: {
    readonly at: number
    readonly times: number
    readonly pair: readonly [string, string]
    readonly around: boolean
  },
): Piece | undefined => {
  const [open, close] = order.pair
  const span = pairAround(text, { at: order.at, open, close }, order.times)
  if (!span) return undefined
  if (order.around) return { ...span, lines: false }
  return innerBlock(text, { from: span.from + 1, to: span.to - 1 })
}

/** When the brackets stand on lines of their own, what is between them is whole lines. */
const innerBlock = (text: string, { from, to }: Span): Piece => {
  const last = lineStart(text, to)
  if (text[from] !== '\n' || text.slice(last, to).trim() !== '' || last <= from + 1)
    return { from, to, lines: false }
  return { from: from + 1, to: previousStop(text, last), lines: true }
}
