import type { SearchMode } from './query.ts'

/**
 * Output of ripgrep with `--null --with-filename`, by file as printed, in order of appearance. Lines without a path
 * are separators between groups; anything else ripgrep says in between is dropped.
 */
export const parseResults = (text: string, mode: SearchMode): ReadonlyMap<string, readonly string[]> => {
  const byFile = new Map<string, string[]>()
  if (mode === 'files_with_matches') {
    for (const path of text.split('\0')) if (path !== '') byFile.set(shownName(path), [])
    return byFile
  }
  let pendingSeparator = false
  for (const line of text.split('\n')) {
    const end = line.indexOf('\0')
    if (end < 0) {
      pendingSeparator ||= line === '--'
      continue
    }
    const path = shownName(line.slice(0, end))
    const lines = byFile.get(path) ?? []
    if (pendingSeparator && lines.length > 0) lines.push('--')
    pendingSeparator = false
    lines.push(line.slice(end + 1).replace(/\r$/, ''))
    byFile.set(path, lines)
  }
  return byFile
}

/** As names are shown: below the searched directory. */
export const shownName = (path: string): string => (path.startsWith('./') ? path.slice(2) : path)
