import type { MoveReport } from '../../../../protocol/session-tree.ts'
import type { Words } from '../../text/words.ts'

/** What was done, in the words of what was asked for: files only leave no branch. */
export const moveDone = (
  { files, conversation }: Extract<MoveReport, { canMove: true }>,
  { panels: { move: words } }: Words,
): { readonly text: string; readonly skipped: boolean } => {
  const changed = files?.canRewind ? files.files.length : 0
  const skipped = files?.canRewind ? files.kept.length : 0
  const said = [
    ...(changed > 0 || conversation === undefined ? [words.restored(changed)] : []),
    ...(skipped > 0 ? [words.skipped(skipped)] : []),
    ...(conversation === undefined ? [] : [words.branchKept]),
  ]
  return { text: said.join(' '), skipped: skipped > 0 }
}
