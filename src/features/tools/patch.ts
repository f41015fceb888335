import { structuredPatch } from 'diff'

export interface PatchHunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

const CONTEXT = 3
const MAX_DIFF_MS = 500
/** Lines that came or went; comparing costs their square. */
const MAX_EDITS = 2_000

/** Hunks with three lines of context. Only the part between the first and the last difference is compared. */
export const patchOf = (before: string, after: string): readonly PatchHunk[] => {
  if (before === after) return []
  const old = before.split(/(?<=\n)/)
  const now = after.split(/(?<=\n)/)
  const start = Math.max(0, commonStart(old, now) - CONTEXT)
  const end = Math.max(0, commonStart(old.toReversed(), now.toReversed()) - CONTEXT)
  const oldPart = old.slice(start, Math.max(start, old.length - end)).join('')
  const newPart = now.slice(start, Math.max(start, now.length - end)).join('')
  const options = { context: CONTEXT, timeout: MAX_DIFF_MS, maxEditLength: MAX_EDITS }
  const patch = structuredPatch('', '', oldPart, newPart, undefined, undefined, options)
  const hunks: readonly PatchHunk[] = patch ? patch.hunks : [wholeHunk(oldPart, newPart)]
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart: oldStart + start,
    oldLines,
    newStart: newStart + start,
    newLines,
    lines,
  }))
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count++
  return count
}

/** When comparing takes too long: everything out, everything in. */
const wholeHunk = (before: string, after: string): PatchHunk => {
  const old = linesOf(before)
  const now = linesOf(after)
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: now.length,
    lines: [...old.map(line => `-${line}`), ...now.map(line => `+${line}`)],
  }
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))
