import type { Editor } from '../editor/editor-state.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'
import { firstNonBlank, lineEnd, lineStart } from '../editor/lines.ts'
import { columnOf, offsetAt } from '../editor/rows.ts'
import { matchingBracket } from './brackets.ts'
import { classes, nextWord, previousWordEnd, wordEnd, wordStart } from './char-class.ts'
import type { Motion } from './command.ts'
import { findInLine, repeatFind } from './find-in-line.ts'
import { nextParagraph, previousParagraph } from './paragraphs.ts'
import type { Find } from './vim-state.ts'

/** Where a motion leads. `exclusive`: the character there is not meant; `lines`: whole lines are. */
export interface Moved {
  readonly to: number
  readonly kind: 'exclusive' | 'inclusive' | 'lines'
  /** The column that later vertical moves aim at. */
  readonly goal?: number
  readonly find?: Find
}

/** @param count undefined when none was typed. @returns undefined when it cannot be done. */
export const runMotion = (editor: Editor, motion: Motion, count: number | undefined): Moved | undefined =>
  MOTIONS[motion.name]?.({ editor, text: editor.text, at: editor.caret, count, times: count ?? 1, motion })

interface Order {
  readonly editor: Editor
  readonly text: string
  readonly at: number
  readonly count: number | undefined
  readonly times: number
  readonly motion: Motion
}
type Run = (order: Order) => Moved | undefined

const repeat = (times: number, at: number, step: (at: number) => number): number => {
  let stop = at
  for (let left = times; left > 0; left--) {
    const next = step(stop)
    if (next === stop) break
    stop = next
  }
  return stop
}

const left: Run = ({ text, at, times }) => {
  const start = lineStart(text, at)
  const to = repeat(times, at, stop => (stop > start ? previousStop(text, stop) : stop))
  return to === at ? undefined : { to, kind: 'exclusive' }
}

const right: Run = ({ text, at, times }) => {
  const end = lineEnd(text, at)
  const to = repeat(times, at, stop => (stop < end ? nextStop(text, stop) : stop))
  return to === at ? undefined : { to, kind: 'exclusive' }
}

/** The start of the line so many below (or above); undefined when there are not so many. */
export const lineBelow = (text: string, at: number, by: number): number | undefined => {
  let start = lineStart(text, at)
  for (let left = Math.abs(by); left > 0; left--) {
    const next = by > 0 ? lineEnd(text, start) + 1 : lineStart(text, start - 1)
    if (by > 0 ? next > text.length : start === 0) return undefined
    start = next
  }
  return start
}

/** Wider than any row: logical lines count here, not rows. */
const UNBROKEN = Number.MAX_SAFE_INTEGER

const vertical =
  (direction: 1 | -1): Run =>
  ({ editor, text, at, times }) => {
    const from = lineBelow(text, at, direction * times)
    if (from === undefined) return undefined
    const shape = { width: UNBROKEN, chips: editor.chips }
    const goal = editor.goal ?? columnOf(text, { from: lineStart(text, at), to: at }, shape)
    const to = offsetAt(text, { from, to: lineEnd(text, from), column: goal }, shape)
    return { to, kind: 'lines', goal }
  }

/** To the first character that is not blank, so many lines away. */
const lineAway =
  (away: (times: number) => number): Run =>
  ({ text, at, times }) => {
    const start = lineBelow(text, at, away(times))
    return start === undefined ? undefined : { to: firstNonBlank(text, start), kind: 'lines' }
  }

const toLine =
  (otherwise: (text: string) => number): Run =>
  ({ text, count }) => {
    const start =
      count === undefined ? otherwise(text) : (lineBelow(text, 0, count - 1) ?? lineStart(text, text.length))
    return { to: firstNonBlank(text, start), kind: 'lines' }
  }

const words =
  (
    step: (text: string, at: number, kindOf: ReturnType<typeof classes>) => number,
    options: { readonly big: boolean; readonly kind: 'exclusive' | 'inclusive' },
  ): Run =>
  ({ text, at, times }) => {
    const kindOf = classes(text, options.big)
    const to = repeat(times, at, stop => step(text, stop, kindOf))
    return to === at ? undefined : { to, kind: options.kind }
  }

const find: Run = ({ text, at, times, motion }) => {
  const wanted = { key: motion.name as Find['key'], char: motion.char ?? '' }
  const found = findInLine(text, { at, times }, wanted)
  return found === undefined ? undefined : { ...found, find: wanted }
}

const findAgain =
  (turn: 'same' | 'other'): Run =>
  ({ editor, text, at, times }) => {
    const last = editor.vim?.find
    return last ? repeatFind(text, { at, times }, { ...last, turn }) : undefined
  }

const lineLast: Run = ({ text, at, times }) => {
  const start = lineBelow(text, at, times - 1)
  if (start === undefined) return undefined
  const end = lineEnd(text, start)
  return { to: end > start ? previousStop(text, end) : end, kind: 'inclusive', goal: UNBROKEN }
}

const lastNonBlank: Run = ({ text, at, times }) => {
  const start = lineBelow(text, at, times - 1)
  if (start === undefined) return undefined
  let to = lineEnd(text, start)
  while (to > start && /\s/.test(text.charAt(to - 1))) to = previousStop(text, to)
  return { to: to > start ? previousStop(text, to) : to, kind: 'inclusive' }
}

const bracket: Run = ({ text, at }) => {
  const to = matchingBracket(text, at)
  return to === undefined ? undefined : { to, kind: 'inclusive' }
}

const paragraph =
  (step: (text: string, at: number) => number): Run =>
  ({ text, at, times }) => {
    const to = repeat(times, at, stop => step(text, stop))
    return to === at ? undefined : { to, kind: 'exclusive' }
  }

const atLineStart: Run = ({ text, at }) => ({ to: lineStart(text, at), kind: 'exclusive' })

const MOTIONS: Readonly<Record<string, Run>> = {
  h: left,
  '<left>': left,
  '<backspace>': left,
  l: right,
  '<right>': right,
  ' ': right,
  j: vertical(1),
  k: vertical(-1),
  '+': lineAway(times => times),
  '-': lineAway(times => -times),
  _: lineAway(times => times - 1),
  w: words(nextWord, { big: false, kind: 'exclusive' }),
  W: words(nextWord, { big: true, kind: 'exclusive' }),
  b: words(wordStart, { big: false, kind: 'exclusive' }),
  B: words(wordStart, { big: true, kind: 'exclusive' }),
  e: words(wordEnd, { big: false, kind: 'inclusive' }),
  E: words(wordEnd, { big: true, kind: 'inclusive' }),
  ge: words(previousWordEnd, { big: false, kind: 'inclusive' }),
  gE: words(previousWordEnd, { big: true, kind: 'inclusive' }),
  0: atLineStart,
  '<home>': atLineStart,
  '|': ({ text, at, times }) => {
    const start = lineStart(text, at)
    const to = repeat(times - 1, start, stop => (stop < lineEnd(text, at) ? nextStop(text, stop) : stop))
    return { to, kind: 'exclusive' }
  },
  '^': ({ text, at }) => ({ to: firstNonBlank(text, at), kind: 'exclusive' }),
  $: lineLast,
  '<end>': lineLast,
  g_: lastNonBlank,
  gg: toLine(() => 0),
  G: toLine(text => lineStart(text, text.length)),
  f: find,
  F: find,
  t: find,
  T: find,
  ';': findAgain('same'),
  ',': findAgain('other'),
  '%': bracket,
  '{': paragraph(previousParagraph),
  '}': paragraph(nextParagraph),
}
