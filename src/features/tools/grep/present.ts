import { numberField, textField } from '../../../lib/values/read-field.ts'
import type { FoundCounts, MatchesBody, Present } from '../../../protocol/messages/presentation.ts'
import { presentSearch } from '../search-present.ts'

export const present: Present = (input, output) => {
  const files = numberField(output, 'numFiles')
  const lines = numberField(output, 'numLines') ?? numberField(output, 'numMatches')
  const allFiles = numberField(output, 'totalFiles') ?? files
  return presentSearch(input, 'contents', {
    ...linesOf(textField(output, 'mode')),
    ...(files === undefined ? {} : { shown: counts(files, lines) }),
    ...(allFiles === undefined ? {} : { all: counts(allFiles, numberField(output, 'totalLines') ?? lines) }),
  })
}

const linesOf = (mode: string | undefined): Pick<MatchesBody, 'lines'> => {
  if (mode === 'files_with_matches') return { lines: 'files' }
  return mode === 'content' ? { lines: 'matches' } : {}
}

const counts = (files: number, lines: number | undefined): FoundCounts => ({
  files,
  ...(lines === undefined ? {} : { lines }),
})
