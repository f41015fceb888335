import { compare } from './compare.ts'
import type { Hunk } from './hunk.ts'

const CONTEXT = 3

/** What replacing one text by another changes, with the lines around it. `firstLine` is where the texts begin. */
export const editHunks = (before: string, after: string, firstLine = 1): readonly Hunk[] => {
  const old = linesOf(before)
  const now = linesOf(after)
  const rows = rowsOf(old, now)
  const hunks: Hunk[] = []
  for (let at = 0; at < rows.length; ) {
    const from = rows.findIndex((row, index) => index >= at && row[0] !== ' ')
    if (from < 0) break
    const to = endOf(rows, from)
    const first = Math.max(at, from - CONTEXT)
    const last = Math.min(rows.length, to + CONTEXT)
    const above = rows.slice(0, first)
    hunks.push({
      oldStart: firstLine + above.filter(row => row[0] !== '+').length,
      newStart: firstLine + above.filter(row => row[0] !== '-').length,
      lines: rows.slice(first, last),
    })
    at = last
  }
  return hunks
}

/** Where unchanged lines begin that are more than the context of two changes. */
const endOf = (rows: readonly string[], from: number): number => {
  let end = from
  for (let at = from; at < rows.length && at - end <= 2 * CONTEXT; at++)
    if (rows[at]?.[0] !== ' ') end = at + 1
  return end
}

const rowsOf = (old: readonly string[], now: readonly string[]): readonly string[] => {
  const { removed, added } = compare(old, now)
  const rows: string[] = []
  let column = 0
  for (const [row, line] of old.entries()) {
    if (removed[row]) {
      rows.push(`-${line}`)
      continue
    }
    for (; added[column]; column++) rows.push(`+${now[column]}`)
    rows.push(` ${line}`)
    column += 1
  }
  for (; column < now.length; column++) rows.push(`+${now[column]}`)
  return rows
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
