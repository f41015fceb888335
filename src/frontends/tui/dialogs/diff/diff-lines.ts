import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { gapAfter } from '../../../../lib/text/written-signs.ts'
import type { FileChange } from '../../../../protocol/session/turn-changes.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import { renderDiff } from '../../transcript/diff/render-diff.ts'
import type { View } from '../../transcript/render-options.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import { listWindow } from '../../widgets/list-window.ts'
import { type DiffModel, diffText, editOf, fileOf } from './diff-model.ts'

export interface DiffView extends View {
  readonly words: Words
}

const MOST_FILES = 6

/** The turn, then its files with the one in sight marked. */
export const headLines = (model: DiffModel, view: DiffView): readonly Line[] => {
  const { theme, words, width, cwd } = view
  const turn = model.turns[model.turn]
  if (!turn) return []
  const told = words.panels.diff
  const head = told.turn(model.turns.length - model.turn, model.turns.length)
  const { from, to } = listWindow(model.file, turn.files.length, MOST_FILES)
  return [
    truncateAnsi(
      `${theme.paint('dim', head)}${gapAfter(head)}${theme.paint('user', safeLine(turn.prompt))}`,
      width,
    ),
    ...turn.files.slice(from, to).map((file, row) => {
      const chosen = from + row === model.file
      const name = theme.paint(chosen ? 'selected' : 'path', shownPath(file.path, cwd))
      return truncateAnsi(
        `${chosen ? theme.paint('accent', '❯') : ' '} ${name} ${theme.paint('dim', told.statuses[file.status])} ${counts(file, view)}`,
        width,
      )
    }),
    ...(turn.files.length > to - from
      ? [theme.paint('dim', `  ${from + 1}–${to} / ${turn.files.length}`)]
      : []),
    truncateAnsi(theme.paint('border', '─'.repeat(width)), width),
    ...editLines(model, view),
  ]
}

const counts = ({ added, removed }: FileChange, { theme }: View): string =>
  `${theme.paint('good', `+${added}`)} ${theme.paint('bad', `−${removed}`)}`

/** Which single edit it is, and why it cannot be taken back if so. */
const editLines = (model: DiffModel, { theme, words, width }: DiffView): readonly Line[] => {
  const file = fileOf(model)
  if (model.edit === undefined || !file) return []
  const edit = editOf(model)
  const stuck = edit?.localized ?? edit?.stuck
  return [
    theme.paint('accent', words.panels.diff.edit(model.edit + 1, file.edits.length)),
    ...(stuck === undefined
      ? []
      : wrapAnsi(theme.paint('warn', words.panels.diff.stuck(safeLine(words.localize(stuck)))), width)),
  ]
}

/** The diff in sight, all of it. */
export const bodyLines = (model: DiffModel, view: DiffView): readonly Line[] => {
  const file = fileOf(model)
  const text = diffText(model)
  const { theme, words, width } = view
  if (!file) return [theme.paint('dim', words.panels.diff.nothing)]
  if (text === undefined) return [theme.paint('dim', words.panels.diff.binary)]
  return [
    ...renderDiff({ path: file.path, text }, { ...view, header: false }),
    ...(file.cut && model.edit === undefined
      ? wrapAnsi(theme.paint('warn', words.panels.diff.cut), width)
      : []),
  ]
}
