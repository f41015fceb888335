import type { Span } from '../editor/editor-state.ts'
import { lineEnd } from '../editor/lines.ts'

const OPEN = '([{'
const CLOSE = ')]}'

/** `%`: the partner of the first bracket at or behind the caret in its line. */
export const matchingBracket = (text: string, caret: number): number | undefined => {
  const end = lineEnd(text, caret)
  for (let at = caret; at < end; at++) {
    const open = OPEN.indexOf(text.charAt(at))
    if (open !== -1) return closeOf(text, { at, open: OPEN.charAt(open), close: CLOSE.charAt(open) })
    const close = CLOSE.indexOf(text.charAt(at))
    if (close !== -1) return openOf(text, { at, open: OPEN.charAt(close), close: CLOSE.charAt(close) })
  }
  return undefined
}

interface Bracket {
  readonly at: number
  readonly open: string
  readonly close: string
}

/** Of an opening bracket at `at`. */
const closeOf = (text: string, { at, open, close }: Bracket): number | undefined => {
  let depth = 0
  for (let stop = at; stop < text.length; stop++) {
    if (text[stop] === open) depth += 1
    else if (text[stop] === close && --depth === 0) return stop
  }
  return undefined
}

const openOf = (text: string, { at, open, close }: Bracket): number | undefined => {
  let depth = 0
  for (let stop = at; stop >= 0; stop--) {
    if (text[stop] === close) depth += 1
    else if (text[stop] === open && --depth === 0) return stop
  }
  return undefined
}

/** The pair around a place, so many levels out; the bracket a caret stands on counts. `to` is behind the closing one. */
export const pairAround = (text: string, { at, open, close }: Bracket, levels: number): Span | undefined => {
  let from = at
  let pair: Span | undefined
  for (let level = 0; level < levels; level++) {
    const start = enclosingOpen(text, { at: from, open, close })
    const end = start === undefined ? undefined : closeOf(text, { at: start, open, close })
    if (start === undefined || end === undefined) return undefined
    pair = { from: start, to: end + 1 }
    from = start - 1
  }
  return pair
}

const enclosingOpen = (text: string, { at, open, close }: Bracket): number | undefined => {
  let depth = 0
  for (let stop = at; stop >= 0; stop--) {
    if (text[stop] === close && stop !== at) depth += 1
    else if (text[stop] === open && depth-- === 0) return stop
  }
  return undefined
}
