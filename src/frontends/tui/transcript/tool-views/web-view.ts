import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import { listField, numberField, textField } from '../../../../lib/values/read-field.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { linkTo } from '../markdown/link.ts'
import { safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

export const webFetchView: ToolView = {
  showsFailure: true,
  subject: input => safeLine(textField(input, 'url') ?? ''),
  result: (item, view) => {
    const status = numberField(item.output, 'code')
    if (status === undefined) return undefined
    const size = view.words.transcript.bytes(numberField(item.output, 'bytes') ?? 0)
    const summary = view.words.transcript.fetched(status, size)
    const note = textField(item.output, 'note') ?? ''
    return [
      status >= 400 ? view.theme.paint('bad', summary) : summary,
      ...(note === '' ? [] : foldedLines(note, { head: 2, tail: 0 }, view)),
      ...(view.verbose
        ? foldedLines(textField(item.output, 'result') ?? '', { head: 0, tail: 0, tone: 'dim' }, view)
        : []),
    ]
  },
}

const SHOWN_RESULTS = 3

export const webSearchView: ToolView = {
  subject: input => safeLine(textField(input, 'query') ?? ''),
  result: (item, view) => {
    if (textField(item.output, 'query') === undefined) return undefined
    const results = listField(item.output, 'results')
    const shown = view.verbose ? results : results.slice(0, SHOWN_RESULTS)
    const { transcript } = view.words
    return [
      results.length === 0 ? transcript.nothingFound : transcript.results(results.length),
      ...shown.map(result => resultLine(result, view)),
    ]
  },
}

const resultLine = (result: unknown, view: View): Line => {
  const address = textField(result, 'url') ?? ''
  const label = safeLine(textField(result, 'title') ?? address)
  return truncateAnsi(linkTo({ label, address, bare: label === address }, view), view.width)
}
