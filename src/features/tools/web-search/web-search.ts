import * as z from 'zod'
import { NetworkError } from '../../../lib/network/network-error.ts'
import { clause } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ModelError } from '../../../protocol/model.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import type { Web } from '../../../protocol/web.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { cleanWebText, markAsData } from '../web-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { searchAtEndpoint } from './endpoint-search.ts'
import { present } from './present.ts'
import { type ProviderFindings, readFindings } from './provider-results.ts'
import { type DomainFilter, passesFilter, type SearchResult } from './search-result.ts'

const says = modelTexts('webSearch', {
  nothing: {
    en: 'Nothing was found. Try other words, or fewer.',
    zh: '没有找到结果。请换别的词，或少用几个。',
  },
  results: {
    en: { one: '1 result for "{query}":\n{text}', other: '{count:number} results for "{query}":\n{text}' },
    zh: '“{query}”的 {count:number} 条结果：\n{text}',
  },
  notDomain: {
    en: '"{domain}" is not a domain. Write it as docs.rs.',
    zh: '“{domain}”不是域名。请写成 docs.rs 这样。',
  },
  failed: {
    en: 'The search failed: {why}. Try again later, or go on without it.',
    zh: '搜索失败：{why}。请稍后重试，或不用搜索继续。',
  },
  none: {
    en: 'No search is available: the provider has none, and the person has set no "webSearch.endpoint". Fetch a page you know with WebFetch instead.',
    zh: '没有可用的搜索：提供商不提供，用户也没有设置 "webSearch.endpoint"。请改用 WebFetch 抓取已知的网页。',
  },
  usedUp: {
    en: 'All {most:number} searches of this session are used up. Go on with what you have.',
    zh: '本会话的 {most:number} 次搜索已用完。请用已有的信息继续。',
  },
  both: {
    en: 'Give either allowed_domains or blocked_domains, not both.',
    zh: 'allowed_domains 和 blocked_domains 只能给出一个。',
  },
})

const MAX_SEARCHES = 200
const STATE_KEY = 'WebSearch'

const domains = () => z.array(z.string().min(1).max(253)).max(50).optional()
const input = fields({
  query: someText().pipe(z.string().min(2).max(1_000)),
  allowed_domains: domains(),
  blocked_domains: domains(),
})
type WebSearchInput = z.output<typeof input>

export interface WebSearchOutput {
  readonly query: string
  readonly results: readonly SearchResult[]
  readonly summary?: string
  readonly durationSeconds: number
  /** Searches of this session so far. */
  readonly searchCount: number
}

export const webSearchTool: Tool<WebSearchInput, WebSearchOutput> = {
  name: 'WebSearch',
  present,
  groups: ['web_search', 'served'],
  description: {
    en: `Searches the web: titles, addresses and snippets, as data. For what is newer than you or not in the project. Either \`allowed_domains\` or \`blocked_domains\` narrows it. Read a result with WebFetch, and name your sources.`,
    zh: '搜索网络：标题、网址和摘要，均为数据。用于比你的知识更新或项目里没有的内容。用 `allowed_domains` 或 `blocked_domains` 之一缩小范围。用 WebFetch 阅读结果，并注明来源。',
  },
  input,
  clearable: true,
  access: ({ query }) => [{ kind: 'web-search', query }],
  parallel: () => true,
  run: withoutProgress(search),
  show: (output, language) => textBlocks(render(output), language),
  maxResultChars: 30_000,
  deferred: { hint: { en: 'search the internet for current information', zh: '上网搜索最新信息' } },
}

async function search(given: WebSearchInput, call: ToolCall): Promise<WebSearchOutput> {
  const { web } = call
  if (!web?.searchAtProvider && !web?.searchEndpoint) throw new ToolError(says('none'))
  const filter = filterOf(given)
  const searchCount = Number(call.state.get(STATE_KEY) ?? 0) + 1
  if (searchCount > MAX_SEARCHES) throw new ToolError(says('usedUp', { most: MAX_SEARCHES }))
  call.state.set(STATE_KEY, searchCount)
  const began = web.now()
  const found = await findings(web, { query: given.query, filter, signal: call.signal }).catch(
    (error: unknown) => {
      throw toToolError(error)
    },
  )
  return {
    query: given.query,
    ...found,
    results: found.results.filter(result => passesFilter(result, filter)),
    durationSeconds: (web.now() - began) / 1_000,
    searchCount,
  }
}

const findings = async (
  web: Web,
  {
    query,
    filter,
    signal,
  }: { readonly query: string; readonly filter: DomainFilter; readonly signal: AbortSignal },
): Promise<ProviderFindings> => {
  // The person chose it, whatever the provider can do.
  if (web.searchEndpoint)
    return { results: await searchAtEndpoint(web, web.searchEndpoint, { query, filter, signal }) }
  if (!web.searchAtProvider) throw new Error('no search')
  return readFindings(
    await web.searchAtProvider({
      query,
      signal,
      ...(filter.allowed ? { allowedDomains: filter.allowed } : {}),
      ...(filter.blocked ? { blockedDomains: filter.blocked } : {}),
    }),
  )
}

const filterOf = (given: WebSearchInput): DomainFilter => {
  const allowed = cleanDomains(given.allowed_domains)
  const blocked = cleanDomains(given.blocked_domains)
  if (allowed && blocked) throw new ToolError(says('both'))
  return { ...(allowed ? { allowed } : {}), ...(blocked ? { blocked } : {}) }
}

/** Models write `https://docs.rs/` or `*.docs.rs` and mean `docs.rs`. */
const cleanDomains = (given: readonly string[] | undefined): readonly string[] | undefined => {
  if (!given || given.length === 0) return undefined
  return given.map(domain => {
    const host = domain
      .trim()
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/^\*\./, '')
      .replace(/[/:?#].*$/, '')
    if (!/^[^\s*\\@]+$/.test(host) || !URL.canParse(`https://${host}/`))
      throw new ToolError(says('notDomain', { domain: cleanWebText(domain).slice(0, 100) }))
    return new URL(`https://${host}/`).hostname
  })
}

const toToolError = (error: unknown): unknown => {
  if (error instanceof NetworkError)
    return new ToolError(says('failed', { why: clause(error.clause, cleanWebText) }), { cause: error })
  if (error instanceof ModelError)
    return new ToolError(says('failed', { why: cleanWebText(error.message).replace(/\.$/, '') }), {
      cause: error,
    })
  return error
}

const render = (output: WebSearchOutput): LocalizedText => {
  const { results, summary } = output
  if (results.length === 0 && summary === undefined) return says('nothing')
  const lines = results.map(
    ({ title, url, snippet }, at) =>
      `${at + 1}. ${title}\n   ${url}${snippet === undefined ? '' : `\n   ${snippet}`}`,
  )
  const text = [lines.join('\n'), summary ?? ''].filter(part => part !== '').join('\n\n')
  return says('results', {
    count: results.length,
    query: cleanWebText(output.query),
    text: markAsData('web search', text),
  })
}
