import type { HistoryLine } from '../../ports/history-port.ts'
import type { Span } from '../editor/editor-state.ts'
import type { PromptState, SearchScope } from '../prompt-state.ts'

/** The search that Ctrl-R opens: newest match first. `index` is −1 before anything was found. */
export type HistorySearch = NonNullable<PromptState['search']>

export const openSearch = (scope?: SearchScope): HistorySearch => ({
  query: '',
  text: '',
  index: -1,
  failed: false,
  ...(scope && { scope }),
})

const SCOPES: readonly SearchScope[] = ['project', 'everywhere', 'session']

export const nextScope = ({ scope = 'project' }: HistorySearch): SearchScope =>
  SCOPES[(SCOPES.indexOf(scope) + 1) % SCOPES.length] ?? 'project'

/** Where the query stands in a text. Capitals count only when the query has some. */
export const findQuery = (text: string, query: string): Span | undefined => {
  if (query === '') return undefined
  const exact = query !== query.toLowerCase()
  const at = exact ? text.indexOf(query) : text.toLowerCase().indexOf(query)
  return at === -1 ? undefined : { from: at, to: at + query.length }
}

/** What is shown was found with this very query, and not with the beginning of it. */
export const isFound = ({ text, query }: HistorySearch): boolean =>
  text !== '' && (query === '' || findQuery(text, query) !== undefined)

const matches = (line: HistoryLine, query: string): boolean =>
  query === '' || findQuery(line.text, query) !== undefined

const lookFrom = (
  entries: readonly HistoryLine[],
  search: HistorySearch,
  { from, by }: { readonly from: number; readonly by: 1 | -1 },
): HistorySearch => {
  for (let index = from; index >= 0 && index < entries.length; index += by) {
    const line = entries[index]
    if (line && matches(line, search.query) && (line.text !== search.text || from === search.index))
      return { ...search, text: line.text, index, failed: false }
  }
  return { ...search, failed: true }
}

/** More (or less) was typed: what is shown stays while it still fits; less begins at the newest again. */
export const searchFor = (
  entries: readonly HistoryLine[],
  search: HistorySearch,
  query: string,
): HistorySearch => {
  if (query === '') return openSearch(search.scope)
  const longer = query.startsWith(search.query) && search.query !== ''
  const from = longer && !search.failed ? Math.max(0, search.index) : 0
  const start = longer ? { ...search, query } : { ...openSearch(search.scope), query }
  return lookFrom(entries, start, { from, by: 1 })
}

/** The same query, further back or forward again. At the end what was found stays, marked as failed. */
export const searchAgain = (
  entries: readonly HistoryLine[],
  search: HistorySearch,
  to: 'older' | 'newer',
): HistorySearch =>
  lookFrom(
    entries,
    search,
    to === 'older' ? { from: search.index + 1, by: 1 } : { from: search.index - 1, by: -1 },
  )
