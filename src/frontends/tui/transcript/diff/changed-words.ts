import { compare } from './compare.ts'

/** A piece of a line, in characters. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface ChangedWords {
  readonly before: readonly Range[]
  readonly after: readonly Range[]
}

const MAX_CHARS = 500
/** With less than this in common two lines are no versions of one another. */
const LEAST_COMMON = 0.4

/** What differs between two versions of a line; undefined when they have too little in common for that to help. */
export const changedWords = (before: string, after: string): ChangedWords | undefined => {
  if (before.length > MAX_CHARS || after.length > MAX_CHARS) return undefined
  const old = wordsOf(before)
  const now = wordsOf(after)
  const { removed, added } = compare(old, now)
  const common = old.reduce((sum, word, at) => (removed[at] ? sum : sum + word.trim().length), 0)
  const most = Math.max(before.replace(/\s/g, '').length, after.replace(/\s/g, '').length)
  if (most === 0 || common / most < LEAST_COMMON) return undefined
  return { before: rangesOf(old, removed), after: rangesOf(now, added) }
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/** Neighbours become one range, also over a blank between them. */
const rangesOf = (words: readonly string[], changed: readonly boolean[]): readonly Range[] => {
  const ranges: Range[] = []
  let at = 0
  for (const [index, word] of words.entries()) {
    const to = at + word.length
    const last = ranges.at(-1)
    const joins = last?.to === at && (changed[index] || isBridge(words, changed, index))
    if (last && joins) ranges[ranges.length - 1] = { from: last.from, to }
    else if (changed[index]) ranges.push({ from: at, to })
    at = to
  }
  return ranges
}

const isBridge = (words: readonly string[], changed: readonly boolean[], index: number): boolean =>
  (words[index] ?? '').trim() === '' && changed[index - 1] === true && changed[index + 1] === true
