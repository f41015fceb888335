import { type AssistantBlock, plainText } from '../../../protocol/message.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { cleanWebText } from '../web-content.ts'
import { type SearchResult, toSearchResult } from './search-result.ts'

const says = modelTexts('search_results', {
  failed: { en: 'The search failed: {why}.', zh: '搜索失败：{why}。' },
  notSearched: {
    en: 'The provider answered without searching, so there are no results. Fetch a page you know with WebFetch, or go on without a search.',
    zh: '提供方没有搜索就作答，因此没有结果。请用 WebFetch 抓取已知的网页，或不用搜索继续。',
  },
})

export interface ProviderFindings {
  readonly results: readonly SearchResult[]
  /** What the searching model made of them. */
  readonly summary?: string
}

/**
 * Reads the results out of the blocks of a reply; throws when every search in it failed, or there was none: words that
 * no search stands behind are the model's own.
 */
export const readFindings = (blocks: readonly AssistantBlock[]): ProviderFindings => {
  const quotes = new Map<string, string>()
  const found: { readonly title: unknown; readonly url: unknown; readonly site: unknown }[] = []
  const failures: string[] = []
  let searches = 0
  for (const block of blocks) {
    for (const citation of listOf(fieldOf(block, 'citations'))) {
      const url = fieldOf(citation, 'url')
      const words = fieldOf(citation, 'cited_text')
      if (typeof url === 'string' && typeof words === 'string' && !quotes.has(url)) quotes.set(url, words)
    }
    if (block.type !== 'web_search_tool_result') continue
    searches += 1
    const content = fieldOf(block, 'content')
    const failure = fieldOf(content, 'error_code')
    if (typeof failure === 'string') failures.push(failure)
    for (const one of listOf(content))
      found.push({ title: fieldOf(one, 'title'), url: fieldOf(one, 'url'), site: fieldOf(one, 'site') })
  }
  if (found.length === 0 && failures.length > 0)
    throw new ToolError(says('failed', { why: cleanWebText(failures.join(', ')).slice(0, 200) }))
  if (searches === 0) throw new ToolError(says('notSearched'))
  const results = new Map<string, SearchResult>()
  for (const { title, url, site } of found) {
    const result = toSearchResult(title, url, typeof url === 'string' ? quotes.get(url) : undefined)
    if (result && !results.has(result.url))
      results.set(result.url, { ...result, ...(typeof site === 'string' ? { site } : {}) })
  }
  const summary = results.size === 0 ? '' : cleanWebText(plainText(blocks)).trim()
  return { results: [...results.values()], ...(summary === '' ? {} : { summary }) }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
