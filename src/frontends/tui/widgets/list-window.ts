import { createPinyin } from '../../../lib/text/pinyin.ts'
import { once } from '../input/editor/once.ts'
/** Which part of a long list is shown, so that the chosen row is in it and does not jump about. */
export const listWindow = (
  chosen: number,
  count: number,
  rows: number,
): { readonly from: number; readonly to: number } => {
  const shown = Math.max(1, Math.min(rows, count))
  const from = Math.max(0, Math.min(chosen - Math.floor(shown / 2), count - shown))
  return { from, to: from + shown }
}

/** The same where entries take more than one row: only those near the chosen one are measured. */
export const windowByHeight = (
  chosen: number,
  { count, heightOf }: { readonly count: number; heightOf(index: number): number },
  rows: number,
): { readonly from: number; readonly to: number } => {
  if (count === 0) return { from: 0, to: 0 }
  let from = chosen
  let to = chosen + 1
  let left = rows - heightOf(chosen)
  for (let grown = true; grown; ) {
    grown = false
    const above = from > 0 ? heightOf(from - 1) : Number.POSITIVE_INFINITY
    if (above <= left) {
      from -= 1
      left -= above
      grown = true
    }
    const below = to < count ? heightOf(to) : Number.POSITIVE_INFINITY
    if (below <= left) {
      to += 1
      left -= below
      grown = true
    }
  }
  return { from, to }
}

/** Letters of the query in this order, anywhere; the fewer gaps the better. Undefined: no match. */
export const looseMatch = (query: string, text: string): number | undefined => {
  const wanted = query.toLowerCase()
  const within = text.toLowerCase()
  let at = 0
  let gaps = 0
  for (const letter of wanted) {
    if (letter === ' ') continue
    const found = within.indexOf(letter, at)
    if (found === -1) return undefined
    gaps += found - at
    at = found + 1
  }
  return within.includes(wanted) ? -1 : gaps
}

const pinyin = once(createPinyin)
const LETTERS = /^[a-z]{2,}$/i

/** The same, or the first letters of how Chinese signs in the text are read. */
export const titleMatch = (query: string, text: string): number | undefined => {
  const found = looseMatch(query, text)
  if (found === -1 || !LETTERS.test(query) || !/\p{Script=Han}/u.test(text)) return found
  return pinyin().matches(query, text) === undefined ? found : 0
}
