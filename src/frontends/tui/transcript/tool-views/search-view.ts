import { numberField, textField } from '../../../../lib/values/read-field.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import { filePainter, grepPainter } from '../grep-marks.ts'
import type { View } from '../look.ts'
import { safeLine } from '../safe-text.ts'
import { shownPath } from '../shown-path.ts'
import type { ToolView } from './tool-view.ts'

const subject = (input: unknown, view: View): string => {
  const pattern = safeLine(textField(input, 'pattern') ?? '')
  const place = textField(input, 'path') ?? textField(input, 'glob')
  return place === undefined ? pattern : view.words.transcript.searchedIn(pattern, shownPath(place, view.cwd))
}

const counted = (
  item: ToolItem,
  view: View,
  {
    summary,
    paint,
  }: { readonly summary: string | undefined; readonly paint?: ((line: string) => Line) | undefined },
): readonly Line[] | undefined => {
  if (summary === undefined) return undefined
  const fold = { head: 0, tail: 0, tone: 'dim', ...(paint ? { paint } : {}) } as const
  return [summary, ...(view.verbose ? foldedLines(item.text ?? '', fold, view) : [])]
}

export const globView: ToolView = {
  folds: 'search',
  subject,
  result: (item, view) => {
    const files = numberField(item.output, 'totalMatches') ?? numberField(item.output, 'numFiles')
    const { transcript } = view.words
    const summary =
      files === undefined ? undefined : files === 0 ? transcript.nothingFound : transcript.files(files)
    return counted(item, view, { summary, paint: filePainter(view) })
  },
}

export const grepView: ToolView = {
  folds: 'search',
  subject,
  result: (item, view) =>
    counted(item, view, { summary: grepSummary(item.output, view), paint: grepPainter(item, view) }),
}

const grepSummary = (output: unknown, { words }: View): string | undefined => {
  const files = numberField(output, 'totalFiles') ?? numberField(output, 'numFiles')
  const lines =
    numberField(output, 'totalLines') ?? numberField(output, 'numLines') ?? numberField(output, 'numMatches')
  if (files === undefined) return undefined
  if (files === 0) return words.transcript.nothingFound
  return lines === undefined ? words.transcript.files(files) : words.transcript.linesInFiles(lines, files)
}
