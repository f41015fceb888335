import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present, ScriptBody } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const code = textField(input, 'code')
  const count = listField(output, 'calls').reduce<number>(
    (sum, each) => sum + (numberField(each, 'count') ?? 0),
    0,
  )
  const calls = listField(output, 'tree').flatMap(readRow)
  return {
    kind: 'run',
    subject: summary(textField(input, 'file') ?? textField(input, 'workflow') ?? firstLine(code)),
    title: [toolsText('run_script')],
    ...(field(output, 'calls') === undefined ? {} : { outcome: toolsText('calls', { count }) }),
    body: {
      type: 'script',
      ...(code === undefined ? {} : { code }),
      calls,
      more: Math.max(0, count - calls.length),
    },
  }
}

/** What it begins with: a comment there says what it is for. */
const firstLine = (code: string | undefined): string | undefined =>
  code
    ?.split('\n')
    .map(line => line.trim())
    .find(line => line !== '')

const STATES = ['running', 'done', 'failed', 'denied'] as const

const readRow = (value: unknown): ScriptBody['calls'] => {
  const tool = textField(value, 'tool')
  const about = textField(value, 'about')
  const state = STATES.find(each => each === textField(value, 'state'))
  const line = numberField(value, 'line')
  if (tool === undefined || about === undefined || state === undefined) return []
  return [{ tool, about, state, ...(line === undefined ? {} : { line }) }]
}
