import {
  afterReplacing,
  holdsLines,
  type LineRanges,
  type LinesReplaced,
  lineBefore,
  sayRanges,
} from '../../../lib/line-ranges.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { type AppliedEdit, applyEdit, type Earlier, type Replacement } from './apply-edit.ts'

export interface TextChange {
  readonly text: string
  /** Where the first change is, in the text as it is afterwards. */
  readonly firstLine: number
  /** What of the file the model knows afterwards; absent: what it knew before, all. */
  readonly lines?: LineRanges
  /** Places that were replaced, all edits together. */
  readonly replacements: number
}

interface ChangeLimits extends Pick<Earlier, 'wasMade'> {
  readonly lines?: LineRanges | undefined
  readonly byPerson?: boolean
}

/**
 * Makes the edits one after the other, each on the result of those before; the first that cannot be made ends all.
 * With `lines`, each must stay within what the model has read, unless a person made it. Lines in refusals are lines of
 * `text`.
 */
export const changeText = (
  text: string,
  edits: readonly Replacement[],
  { lines, byPerson, wasMade }: ChangeLimits = {},
): TextChange => {
  let now = text
  let known = lines
  let replacements = 0
  let firstLine = Number.POSITIVE_INFINITY
  const made: (readonly LinesReplaced[])[] = []
  const lineOf = (line: number): number => made.reduceRight(lineBefore, line)
  for (const [index, edit] of edits.entries()) {
    try {
      const applied = applyEdit(now, edit, { before: text, lineOf, ...(wasMade ? { wasMade } : {}) })
      if (known && !byPerson) checkRead(applied, { known, lineOf, read: lines ?? [] })
      const replaced = applied.spans.map(span => ({
        from: span.firstLine,
        to: span.lastLine,
        lines: span.lastLine - span.firstLine + 1 + span.addedLines,
      }))
      known = known && afterReplacing(known, replaced)
      made.push(replaced)
      replacements += Math.max(1, replaced.length)
      firstLine = Math.min(firstLine, applied.spans[0]?.firstLine ?? 1)
      now = applied.text
    } catch (error) {
      if (!(error instanceof ToolError) || edits.length === 1) throw error
      throw new ToolError(
        `Edit ${index + 1} of ${edits.length}: ${error.message}\nNone of the edits was made.`,
      )
    }
  }
  return {
    text: now,
    firstLine: Number.isFinite(firstLine) ? firstLine : 1,
    ...(known ? { lines: known } : {}),
    replacements,
  }
}

const checkRead = (
  { spans }: AppliedEdit,
  {
    known,
    read,
    lineOf,
  }: { readonly known: LineRanges; readonly read: LineRanges; lineOf(line: number): number },
): void => {
  const unread = spans.find(span => !holdsLines(known, { from: span.firstLine, to: span.lastLine }))
  if (!unread) return
  const [from, to] = [lineOf(unread.firstLine), lineOf(unread.lastLine)]
  const what = from === to ? `Line ${from}` : `Lines ${from}–${to}`
  const has = from === to ? 'has' : 'have'
  const only = read.length === 0 ? '' : ` (only ${sayRanges(read)})`
  throw new ToolError(
    `${what} of the file ${has} not been shown${only}. Read ${from === to ? 'it' : 'them'} first.`,
  )
}
