import { pathField } from '../../../lib/values/call-fields.ts'
import { field, listField, numberField, textField } from '../../../lib/values/read-field.ts'
import type { ContentBody, PathRange, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'

export const present: Present = (input, output) => {
  const file = rangeOf(input)
  const amount = amountOf(output)
  return {
    kind: 'read',
    subject: { type: 'file', ...file },
    title: [toolsText('read'), file],
    ...(file.path === '' ? {} : { paths: [file] }),
    body: { type: 'content', ...(amount === undefined ? {} : { amount }) },
  }
}

const rangeOf = (input: unknown): PathRange => {
  const line = numberField(input, 'offset')
  const limit = numberField(input, 'limit')
  return {
    path: pathField(input) ?? '',
    ...(line === undefined ? {} : { line }),
    ...(limit === undefined ? {} : { endLine: (line ?? 1) + limit - 1 }),
  }
}

const amountOf = (output: unknown): ContentBody['amount'] => {
  const file = field(output, 'file')
  switch (textField(output, 'type')) {
    case 'image':
      return { of: 'bytes', count: numberField(file, 'originalSize') ?? 0 }
    case 'pdf':
      return { of: 'pages', count: numberField(file, 'totalPages') ?? listField(file, 'pages').length }
    case 'notebook':
      return { of: 'cells', count: listField(file, 'cells').length }
    case 'file_unchanged':
      return 'unchanged'
    default: {
      const lines = numberField(file, 'numLines')
      return lines === undefined ? undefined : { of: 'lines', count: lines }
    }
  }
}
