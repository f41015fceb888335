import { nextStop, previousStop } from '../editor/graphemes.ts'
import { lineEnd, lineStart } from '../editor/lines.ts'
import type { Find } from './vim-state.ts'

interface From {
  readonly at: number
  readonly times: number
}
interface Found {
  readonly to: number
  readonly kind: 'exclusive' | 'inclusive'
}

/** `f` and `t` look right, `F` and `T` left; `t` and `T` stop one short. */
export const findInLine = (text: string, from: From, { key, char }: Find): Found | undefined => {
  const forward = key === 'f' || key === 't'
  const hit = forward ? forwards(text, from, char) : backwards(text, from, char)
  if (hit === undefined) return undefined
  const kind = forward ? 'inclusive' : 'exclusive'
  if (key === 't') return { to: previousStop(text, hit), kind }
  return { to: key === 'T' ? nextStop(text, hit) : hit, kind }
}

/** The last search again. One that stops short first steps over the place it already stopped at. */
export const repeatFind = (
  text: string,
  from: From,
  { key, char, turn }: Find & { readonly turn: 'same' | 'other' },
): Found | undefined => {
  const turned = turn === 'same' ? key : OTHER[key]
  const first = findInLine(text, from, { key: turned, char })
  const stuck = first?.to === from.at && from.times === 1
  return stuck ? findInLine(text, { ...from, times: 2 }, { key: turned, char }) : first
}

const OTHER = { f: 'F', F: 'f', t: 'T', T: 't' } as const

const forwards = (text: string, { at, times }: From, char: string): number | undefined => {
  const end = lineEnd(text, at)
  let left = times
  for (let stop = nextStop(text, at); stop < end; stop = nextStop(text, stop))
    if (text.startsWith(char, stop) && --left === 0) return stop
  return undefined
}

const backwards = (text: string, { at, times }: From, char: string): number | undefined => {
  const start = lineStart(text, at)
  let left = times
  for (let stop = at; stop > start; ) {
    stop = previousStop(text, stop)
    if (text.startsWith(char, stop) && --left === 0) return stop
  }
  return undefined
}
