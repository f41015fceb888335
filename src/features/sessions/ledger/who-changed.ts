import { linesOf, previousLineOf, previousLineOfHunks } from './align-lines.ts'
import type { FileEdit } from './file-changes.ts'

/** Who a line comes from. */
export type Author =
  | { readonly kind: 'edit'; readonly edit: FileEdit; readonly certain: boolean }
  /** Nobody whom the sessions know: a person, another program; after this edit, if there was one before. */
  | { readonly kind: 'outside'; readonly after: FileEdit | undefined; readonly certain: boolean }
  /** It was there before the first edit that is known. */
  | { readonly kind: 'older'; readonly than: FileEdit | undefined; readonly certain: boolean }

/**
 * Follows a line back through the edits of its file, newest first, to the one that brought it. Between two edits the
 * file may have been changed by others: where contents were kept, that is seen.
 *
 * @param edits in the order of time
 * @param line counted from 0
 */
export const whoChanged = (text: string, line: number, edits: readonly FileEdit[]): Author => {
  let now = linesOf(text)
  let at = line
  let certain = true
  for (const edit of edits.toReversed()) {
    if (edit.after !== undefined) {
      const after = linesOf(edit.after)
      const place = previousLineOf(after, now, at)
      if (place === undefined) return { kind: 'outside', after: edit, certain }
      if (place === 'unknown') certain = false
      else at = place
      now = after
    } else certain = false
    const step = stepBack(edit, now, at)
    if (step === undefined) return { kind: 'edit', edit, certain }
    if (step === 'unknown') certain = false
    else {
      at = step.at
      now = step.now
    }
  }
  return { kind: 'older', than: edits[0], certain }
}

const stepBack = (
  edit: FileEdit,
  now: readonly string[],
  at: number,
): { readonly at: number; readonly now: readonly string[] } | undefined | 'unknown' => {
  if (edit.before !== undefined && edit.after !== undefined) {
    const before = linesOf(edit.before)
    const place = previousLineOf(before, now, at)
    return typeof place === 'number' ? { at: place, now: before } : place
  }
  if (edit.hunks.length === 0) return 'unknown'
  const place = previousLineOfHunks(edit.hunks, at)
  return place === undefined ? undefined : { at: place, now }
}
