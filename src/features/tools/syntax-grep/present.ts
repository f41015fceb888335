import { numberField } from '../../../lib/values/read-field.ts'
import type { Present } from '../../../protocol/messages/presentation.ts'
import { presentSearch } from '../search-present.ts'

export const present: Present = (input, output) => {
  const files = numberField(output, 'numFiles')
  const lines = numberField(output, 'numMatches')
  const counts = files === undefined ? undefined : { files, ...(lines === undefined ? {} : { lines }) }
  return presentSearch(input, 'contents', {
    lines: 'matches',
    ...(counts ? { shown: counts, all: counts } : {}),
  })
}
