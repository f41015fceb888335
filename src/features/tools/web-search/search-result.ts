import { refuseUrl } from '../../../lib/network/refuse-url.ts'
import { cleanWebText } from '../web-content.ts'

export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet?: string
  /** The host that the address leads to, where it is a link of the searching provider's own. */
  readonly site?: string
}

const MAX_TITLE = 200
const MAX_SNIPPET = 500

/** A result of whatever shape, or undefined when it has no address that could be fetched. */
export const toSearchResult = (title: unknown, url: unknown, snippet: unknown): SearchResult | undefined => {
  if (typeof url !== 'string' || url.length > 2_000 || refuseUrl(url, []) !== undefined) return undefined
  const words = oneLine(snippet, MAX_SNIPPET)
  return {
    title: oneLine(title, MAX_TITLE) || new URL(url).hostname,
    url: new URL(url).href,
    ...(words === '' ? {} : { snippet: words }),
  }
}

const oneLine = (value: unknown, most: number): string => {
  if (typeof value !== 'string') return ''
  const line = cleanWebText(value.slice(0, 10 * most).replace(/<\/?(?:b|em|strong|mark)>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}

export interface DomainFilter {
  readonly allowed?: readonly string[]
  readonly blocked?: readonly string[]
}

/** A domain covers itself and what is below it. */
export const passesFilter = (
  { url, site }: Pick<SearchResult, 'url' | 'site'>,
  { allowed, blocked }: DomainFilter,
): boolean => {
  const host = (site ?? new URL(url).hostname).replace(/\.$/, '')
  const covers = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
  return (!allowed || allowed.some(covers)) && !(blocked ?? []).some(covers)
}
