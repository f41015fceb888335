import { pathField } from '../../../../lib/values/call-fields.ts'
import { field, listField, numberField, textField } from '../../../../lib/values/read-field.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { shownPath } from '../shown-path.ts'
import type { ToolView } from './tool-view.ts'

export const readView: ToolView = {
  folds: 'read',
  subject: (input, view) => {
    const offset = numberField(input, 'offset')
    const limit = numberField(input, 'limit')
    const range =
      offset === undefined ? '' : limit === undefined ? `:${offset}` : `:${offset}–${offset + limit - 1}`
    return `${shownPath(pathField(input) ?? '', view.cwd)}${range}`
  },
  file: pathField,
  result: (item, view) => {
    const summary = summaryOf(item.output, view)
    if (summary === undefined) return undefined
    const unfolded = view.verbose
      ? foldedLines(item.text ?? '', { head: 0, tail: 0, tone: 'dim', links: false }, view)
      : []
    return [summary, ...unfolded]
  },
}

const summaryOf = (output: unknown, { words }: View): string | undefined => {
  const { transcript } = words
  const file = field(output, 'file')
  const lines = numberField(file, 'numLines')
  switch (textField(output, 'type')) {
    case 'image':
      return transcript.picture(transcript.bytes(numberField(file, 'originalSize') ?? 0))
    case 'pdf':
      return transcript.pages(numberField(file, 'totalPages') ?? listField(file, 'pages').length)
    case 'notebook':
      return transcript.cells(listField(file, 'cells').length)
    case 'file_unchanged':
      return transcript.unchanged
    default:
      return lines === undefined ? undefined : transcript.lines(lines)
  }
}
