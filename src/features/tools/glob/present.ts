import { numberField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { presentSearch } from '../search-present.ts'

export const present: Present = (input, output) => {
  const shown = numberField(output, 'numFiles')
  const all = numberField(output, 'totalMatches') ?? shown
  return presentSearch(input, 'names', {
    lines: 'files',
    ...(shown === undefined ? {} : { shown: { files: shown } }),
    ...(all === undefined ? {} : { all: { files: all } }),
  })
}
