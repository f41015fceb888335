import type { DiffLine } from './hunk.ts'

/** A part of a line, in code units. */
export interface Span {
  readonly from: number
  /** Behind the last one. */
  readonly to: number
}

/** A longer line or more words than this are not compared: that they differ is seen anyway. */
const MOST_CHARS = 1_000
const MOST_WORDS = 200
/** Lines that have less in common are other lines, and no other words. */
const LEAST_SHARED = 0.3

/** What of each changed line is new or gone, word by word, where a line took the place of another. */
export const changedWords = (lines: readonly DiffLine[]): ReadonlyMap<DiffLine, readonly Span[]> => {
  const marks = new Map<DiffLine, readonly Span[]>()
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, '-')
    const added = runOf(lines, at + removed.length, '+')
    // Only as many lines as before: else nobody can say which became which.
    if (removed.length === added.length)
      for (const [index, before] of removed.entries()) markPair(marks, before, added[index])
    at += Math.max(1, removed.length + added.length)
  }
  return marks
}

const runOf = (lines: readonly DiffLine[], from: number, sign: DiffLine['sign']): readonly DiffLine[] => {
  let to = from
  while (lines[to]?.sign === sign) to += 1
  return lines.slice(from, to)
}

const markPair = (
  marks: Map<DiffLine, readonly Span[]>,
  before: DiffLine,
  after: DiffLine | undefined,
): void => {
  if (!after || before.text.length > MOST_CHARS || after.text.length > MOST_CHARS) return
  const [old, now] = [wordsOf(before.text), wordsOf(after.text)]
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return
  const { oldShared, nowShared } = sharedWords(old, now)
  const shared = old.reduce((sum, word, at) => sum + (oldShared.has(at) ? word.trim().length : 0), 0)
  const longest = Math.max(before.text.trim().length, after.text.trim().length)
  if (shared < longest * LEAST_SHARED) return
  marks.set(before, spansOf(old, oldShared))
  marks.set(after, spansOf(now, nowShared))
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/** The longest row of words that both have, by their places in each. */
const sharedWords = (
  old: readonly string[],
  now: readonly string[],
): { readonly oldShared: ReadonlySet<number>; readonly nowShared: ReadonlySet<number> } => {
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const oldShared = new Set<number>()
  const nowShared = new Set<number>()
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) {
      oldShared.add(i++)
      nowShared.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return { oldShared, nowShared }
}

/** Words beside each other are one part. */
const spansOf = (words: readonly string[], shared: ReadonlySet<number>): readonly Span[] => {
  const spans: { from: number; to: number }[] = []
  let from = 0
  for (const [at, word] of words.entries()) {
    const to = from + word.length
    const last = spans.at(-1)
    if (!shared.has(at)) {
      if (last?.to === from) last.to = to
      else spans.push({ from, to })
    }
    from = to
  }
  return spans
}
