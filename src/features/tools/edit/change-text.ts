import { ToolError } from '../../../protocol/tool.ts'
import { applyEdit, type Replacement } from './apply-edit.ts'
import { findMatches } from './find-match.ts'

interface Lines {
  readonly from: number
  readonly to: number
}

export interface TextChange {
  readonly text: string
  /** Where the first change is, in the text as it is afterwards. */
  readonly firstLine: number
  /** What of the file the model knows afterwards; absent: what it knew before, all. */
  readonly lines?: Lines
}

/**
 * Makes the edits one after the other, each on the result of those before; the first that cannot be made ends all.
 * With `lines`, each must stay within what the model has read.
 */
export const changeText = (
  text: string,
  edits: readonly Replacement[],
  lines: Lines | undefined,
): TextChange => {
  let now = text
  let known = lines
  let firstLine = Number.POSITIVE_INFINITY
  for (const [index, edit] of edits.entries()) {
    try {
      const applied = applyEdit(now, edit)
      for (const span of applied.spans) checkRead(span, known)
      known = known && moved(known, countLineFeeds(applied.text) - countLineFeeds(now))
      firstLine = Math.min(firstLine, applied.spans[0]?.firstLine ?? 1)
      now = applied.text
    } catch (error) {
      if (!(error instanceof ToolError) || edits.length === 1) throw error
      throw new ToolError(
        `Edit ${index + 1} of ${edits.length}: ${error.message}${takenBy(text, now, edit)}\nNone of the edits was made.`,
      )
    }
  }
  return {
    text: now,
    firstLine: Number.isFinite(firstLine) ? firstLine : 1,
    ...(known ? { lines: known } : {}),
  }
}

const takenBy = (before: string, now: string, edit: Replacement): string =>
  before !== now && edit.oldText !== '' && findMatches(before, edit.oldText).spans.length > 0
    ? ' An earlier edit of this call changed that place: edits apply in order, each to the result of those before.'
    : ''

const checkRead = (
  span: { readonly firstLine: number; readonly lastLine: number },
  lines: Lines | undefined,
): void => {
  if (!lines || (span.firstLine >= lines.from && span.lastLine <= lines.to)) return
  throw new ToolError(
    `Lines ${span.firstLine}–${span.lastLine} of the file have not been read (only ${lines.from}–${lines.to}). Read them first.`,
  )
}

const moved = (lines: Lines, added: number): Lines => ({
  from: lines.from,
  to: Math.max(lines.from, lines.to + added),
})

const countLineFeeds = (text: string): number => {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
