import {
  afterReplacing,
  holdsLines,
  type LineRanges,
  type LinesReplaced,
  lineBefore,
} from '../../../lib/line-ranges.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { sayRanges } from '../say-ranges.ts'
import { type AppliedEdit, applyEdit, type Earlier, type Replacement } from './apply-edit.ts'

const says = modelTexts('changeText', {
  oneOf: {
    en: 'Edit {number:number} of {total:number}: {why}\nNone of the edits was made.',
    zh: '第 {number:number} 处修改（共 {total:number} 处）：{why}\n所有修改都没有应用。',
  },
  unreadLine: {
    en: 'Line {line:number} of the file has not been shown{only}. Read it first.',
    zh: '文件第 {line:number} 行尚未显示过{only}。请先读取。',
  },
  unreadLines: {
    en: 'Lines {from:number}–{to:number} of the file have not been shown{only}. Read them first.',
    zh: '文件第 {from:number}–{to:number} 行尚未显示过{only}。请先读取。',
  },
  only: { en: ' (only {ranges})', zh: '（只显示过 {ranges}）' },
})

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
      throw new ToolError(says('oneOf', { number: index + 1, total: edits.length, why: error.localized }))
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
  const only = read.length === 0 ? '' : says('only', { ranges: sayRanges(read) })
  throw new ToolError(
    from === to ? says('unreadLine', { line: from, only }) : says('unreadLines', { from, to, only }),
  )
}
