import { diffArrays } from 'diff'
import type { Hunk } from './story.ts'

const MAX_MS = 1_000

export const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)

/**
 * Where a line of `now` stood in `before` (both counted from 0): `undefined` when it was not there, `'unknown'` when
 * the texts are too different to tell in reasonable time.
 */
export const previousLineOf = (
  before: readonly string[],
  now: readonly string[],
  line: number,
): number | undefined | 'unknown' => {
  const start = commonStart(before, now)
  if (line < start) return line
  const end = commonEnd(before, now, start)
  if (line >= now.length - end) return line - now.length + before.length
  const chunks = diffArrays(before.slice(start, before.length - end), now.slice(start, now.length - end), {
    timeout: MAX_MS,
  })
  if (chunks === undefined) return 'unknown'
  let old = start
  let at = start
  for (const chunk of chunks) {
    const size = chunk.value.length
    if (chunk.removed) old += size
    else if (line < at + size) return chunk.added ? undefined : old + line - at
    else {
      at += size
      if (!chunk.added) old += size
    }
  }
  return undefined
}

/** The same from the hunks of a patch, when the texts themselves are not there. */
export const previousLineOfHunks = (hunks: readonly Hunk[], line: number): number | undefined => {
  let shift = 0
  for (const hunk of hunks) {
    let now = hunk.newStart - 1
    let old = hunk.oldStart - 1
    if (line < now) break
    for (const text of hunk.lines) {
      const mark = text[0]
      if (mark === '\\') continue
      if (mark !== '-' && now === line) return mark === '+' ? undefined : old
      if (mark !== '-') now++
      if (mark !== '+') old++
    }
    shift = old - now
  }
  return line + shift
}

/** The text that a patch makes; `undefined` when it does not fit. */
export const applyHunks = (before: string, hunks: readonly Hunk[]): string | undefined => {
  const old = before.split('\n')
  const out: string[] = []
  let at = 0
  for (const hunk of hunks) {
    const from = Math.max(0, hunk.oldStart - 1)
    if (from < at) return undefined
    out.push(...old.slice(at, from))
    at = from
    for (const text of hunk.lines) {
      const rest = text.slice(1)
      if (text[0] === '\\') continue
      if (text[0] === '+') out.push(rest)
      else {
        if (old[at] !== rest) return undefined
        if (text[0] === ' ') out.push(rest)
        at++
      }
    }
  }
  return [...out, ...old.slice(at)].join('\n')
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count++
  return count
}

const commonEnd = (a: readonly string[], b: readonly string[], start: number): number => {
  const most = Math.min(a.length, b.length) - start
  let count = 0
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++
  return count
}
