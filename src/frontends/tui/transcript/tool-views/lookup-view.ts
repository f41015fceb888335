import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { listField, numberField, textField } from '../../../../lib/values/read-field.ts'
import { safeFirstLine, safeLine } from '../safe-text.ts'
import type { ToolView } from './tool-view.ts'

export const toolSearchView: ToolView = {
  subject: input => safeLine(textField(input, 'query') ?? ''),
  result: (item, view) => {
    const names = listField(item.output, 'matches').filter(name => typeof name === 'string')
    if (names.length === 0) return undefined
    return wrapAnsi(view.words.transcript.loaded(safeLine(names.join(', '))), view.width)
  },
}

export const recallView: ToolView = {
  subject: input => safeLine(textField(input, 'query') ?? textField(input, 'message_id') ?? ''),
  result: (item, view) => {
    const total = numberField(item.output, 'total') ?? listField(item.output, 'found').length
    return total === 0 || view.verbose ? undefined : [view.words.transcript.results(total)]
  },
}

export const monitorView: ToolView = {
  subject: input =>
    safeFirstLine(
      textField(input, 'description') ?? textField(input, 'command') ?? textField(input, 'task_id') ?? '',
    ),
  result: (item, view) => {
    const id = textField(item.output, 'backgroundTaskId')
    return id === undefined ? undefined : [view.words.transcript.inBackground(safeLine(id))]
  },
}

export const sleepView: ToolView = {
  subject: (input, { words }) => {
    const ms = numberField(input, 'duration_ms')
    const reason = safeLine(textField(input, 'reason') ?? '')
    return [ms === undefined ? '' : words.transcript.duration(ms), reason]
      .filter(part => part !== '')
      .join(', ')
  },
}
