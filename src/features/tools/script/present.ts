import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const calls = listField(output, 'calls').reduce<number>(
    (sum, each) => sum + (numberField(each, 'count') ?? 0),
    0,
  )
  return {
    kind: 'run',
    subject: summary(firstLine(textField(input, 'code'))),
    title: [toolsText('run_script')],
    ...(field(output, 'calls') === undefined ? {} : { outcome: toolsText('calls', { count: calls }) }),
  }
}

/** What it begins with: a comment there says what it is for. */
const firstLine = (code: string | undefined): string | undefined =>
  code
    ?.split('\n')
    .map(line => line.trim())
    .find(line => line !== '')
