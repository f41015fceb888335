import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { joinedTo } from '../../../../lib/text/written-signs.ts'
import type { RewindFile, RewindReport } from '../../../../protocol/session/file-history.ts'
import type { MoveReport } from '../../../../protocol/session/session-tree.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import type { PanelRenderOptions } from '../panel-room.ts'

export interface MoveRenderOptions extends PanelRenderOptions {
  readonly cwd: string
  /** Files beyond this are counted only. */
  readonly maxFiles: number
}

/** What a move would mean: messages that go out of sight, files that change, and what is left alone. */
export const moveLines = (report: MoveReport, look: MoveRenderOptions): readonly Line[] => {
  const { theme, words, width } = look
  const move = words.panels.move
  const lines: Line[] = []
  const say = (tone: 'bad' | 'warn' | 'dim' | 'text', text: string): void => {
    lines.push(...wrapAnsi(theme.paint(tone, text), width))
  }
  if (!report.canMove) say('bad', safeLine(look.words.localize(report.localized)))
  // Files first: what happens to them is harder to see later.
  if (report.files) lines.push(...fileLines(report.files, look))
  if (report.canMove && report.conversation) {
    const { left, taken, undoesCompaction } = report.conversation
    if (left.length > 0) say('text', move.leaves(left.length))
    if (taken.length > 0) say('text', move.takes(taken.length))
    if (undoesCompaction) say('dim', move.undoesCompaction)
  }
  return lines
}

const fileLines = (report: RewindReport, look: MoveRenderOptions): readonly Line[] => {
  const { theme, words, width, cwd, maxFiles } = look
  const move = words.panels.move
  if (!report.canRewind)
    return wrapAnsi(theme.paint('warn', move.noFiles(safeLine(look.words.localize(report.localized)))), width)
  const head =
    report.files.length === 0
      ? theme.paint('dim', move.filesSame)
      : joinedTo(move.filesChange(report.files.length), counts(report, look))
  const more = report.files.length - maxFiles
  return [
    truncateAnsi(head, width),
    ...report.files.slice(0, maxFiles).map(file => fileLine(file, look)),
    ...(more > 0 ? [theme.paint('dim', `  ${move.moreFiles(more)}`)] : []),
    ...report.kept.flatMap(({ path, localized }) =>
      wrapAnsi(
        theme.paint('warn', move.kept(shownPath(path, cwd), safeLine(look.words.localize(localized)))),
        width,
      ),
    ),
    ...report.localizedNotCovered.flatMap(text =>
      wrapAnsi(theme.paint('dim', move.notCovered(safeLine(look.words.localize(text)))), width),
    ),
  ]
}

const fileLine = (file: RewindFile, look: MoveRenderOptions): Line =>
  truncateAnsi(
    `  ${look.theme.paint('dim', look.words.panels.move.actions[file.action])} ${look.theme.paint('path', shownPath(file.path, look.cwd))} ${counts(file, look)}`,
    look.width,
  )

const counts = (
  { insertions, deletions }: { readonly insertions: number; readonly deletions: number },
  { theme }: PanelRenderOptions,
): string => `${theme.paint('good', `+${insertions}`)} ${theme.paint('bad', `−${deletions}`)}`
