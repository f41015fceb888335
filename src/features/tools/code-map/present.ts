import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { presentSearch } from '../search-present.ts'

export const present: Present = (input, output) => {
  const shown = numberField(output, 'shownFiles')
  const all = numberField(output, 'files') ?? shown
  const path = textField(input, 'path')
  return presentSearch({ pattern: textField(input, 'query') ?? '', ...(path ? { path } : {}) }, 'names', {
    lines: 'files',
    ...(shown === undefined ? {} : { shown: { files: shown } }),
    ...(all === undefined ? {} : { all: { files: all } }),
  })
}
