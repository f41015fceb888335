import { get } from '../../../lib/network/get.ts'
import { hostOf } from '../../../lib/network/refuse-url.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type { SearchEndpoint, Web } from '../../../protocol/web.ts'
import { type DomainFilter, passesFilter, type SearchResult, toSearchResult } from './search-result.ts'

const says = modelTexts('search_endpoint', {
  status: {
    en: 'The search service answered {status:number}. {advice}',
    zh: '搜索服务返回 {status:number}。{advice}',
  },
  later: { en: 'Try again later, or go on without a search.', zh: '请稍后重试，或不用搜索继续。' },
  key: {
    en: 'The person has to check "webSearch.apiKey" in their settings.',
    zh: '需要用户检查设置中的 "webSearch.apiKey"。',
  },
  json: {
    en: 'It may have to be told to answer in JSON, or "webSearch.apiKey" is wrong: the person has to look.',
    zh: '可能要让它以 JSON 应答，或 "webSearch.apiKey" 有误：需要用户检查。',
  },
  burst: { en: 'Too many searches; wait before the next one.', zh: '搜索过于频繁；请等一会儿再搜。' },
  notJson: {
    en: 'The search service did not answer with JSON results; the person has to check "webSearch.endpoint".',
    zh: '搜索服务没有返回 JSON 结果；需要用户检查 "webSearch.endpoint"。',
  },
})

const MAX_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 30_000
const MAX_RESULTS = 10

export interface EndpointQuestion {
  readonly query: string
  readonly filter: DomainFilter
  readonly signal: AbortSignal
}

/** Asks a service that answers `?q=…&format=json` as SearXNG does. The person chose it, so its host may be private. */
export const searchAtEndpoint = async (
  web: Web,
  at: SearchEndpoint,
  { query, filter, signal }: EndpointQuestion,
): Promise<readonly SearchResult[]> => {
  const url = new URL(at.endpoint)
  url.searchParams.set('q', filter.allowed?.length === 1 ? `${query} site:${filter.allowed[0]}` : query)
  url.searchParams.set('format', 'json')
  const answer = await get({
    url,
    open: [hostOf(url)],
    chosen: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    maxBytes: MAX_BYTES,
    headers: {
      'user-agent': web.userAgent,
      accept: 'application/json',
      'accept-encoding': 'gzip, br, deflate',
      ...(at.apiKey === undefined
        ? {}
        : { authorization: `Bearer ${at.apiKey}`, 'x-subscription-token': at.apiKey }),
    },
    ...(web.proxy ? { proxy: web.proxy } : {}),
  })
  if (answer.status !== 200)
    throw new ToolError(
      says('status', { status: answer.status, advice: ADVICE[answer.status] ?? says('later') }),
    )
  const found = parseResults(Buffer.from(answer.body).toString())
  return found.filter(result => passesFilter(result, filter)).slice(0, MAX_RESULTS)
}

const ADVICE: Readonly<Record<number, LocalizedText>> = {
  401: says('key'),
  403: says('json'),
  429: says('burst'),
}

const parseResults = (text: string): readonly SearchResult[] => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Said below for everything that is not an answer.
  }
  const results = field(value, 'results') ?? field(field(value, 'web'), 'results')
  if (!Array.isArray(results)) throw new ToolError(says('notJson'))
  return results.flatMap(
    (one: unknown) =>
      toSearchResult(
        field(one, 'title'),
        field(one, 'url'),
        field(one, 'content') ?? field(one, 'description'),
      ) ?? [],
  )
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
