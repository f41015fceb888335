import type { ModelRequest } from '../../../protocol/model.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { asList, asRecord, asText } from '../json-shape.ts'
import type { StreamWriter } from './stream-writer.ts'

/** What a request says of the search that the provider is to do itself; undefined: it is to do none. */
export const searchIn = ({
  serverTools = [],
}: ModelRequest): { readonly allowed: readonly string[] } | undefined => {
  const tool = serverTools.find(({ name }) => name === 'web_search')
  return tool && { allowed: asList(tool['allowed_domains']).map(asText) }
}

interface Page {
  readonly url: string
  readonly title?: string
  /** The host it leads to, where the address is a link of the provider's own. */
  readonly site?: string
}

/** What a provider found on the web while it answered, told as the Messages stream tells it. One for each reply. */
export class WebFindings {
  readonly #pages = new Map<string, Page>()
  readonly #failures: string[] = []
  readonly #searches = new Set<string>()

  /** Told again, it is the same. */
  searched(key: string): void {
    this.#searches.add(key)
  }

  failed(why: string): void {
    this.#failures.push(why)
  }

  /** One that has a title says more than one that only has an address. */
  found(page: Page): void {
    if (page.url === '' || (this.#pages.has(page.url) && !page.title)) return
    this.#pages.set(page.url, page)
  }

  /** Nothing, where nothing was searched for. */
  write(writer: StreamWriter): void {
    const pages = [...this.#pages.values()]
    if (this.#searches.size === 0 && pages.length === 0 && this.#failures.length === 0) return
    const failure = pages.length === 0 ? this.#failures[0] : undefined
    writer.block({
      type: 'web_search_tool_result',
      tool_use_id: 'web_search',
      content:
        failure === undefined
          ? pages.map(page => ({ type: 'web_search_result', ...page }))
          : { type: 'web_search_tool_result_error', error_code: failure },
    })
  }

  get usage(): Pick<Usage, 'server_tool_use'> {
    const { size } = this.#searches
    return size === 0 ? {} : { server_tool_use: { web_search_requests: size } }
  }
}

/** A page that an answer refers to. */
export const citedPage = (citation: unknown): Page => {
  const { url, title } = asRecord(citation)
  return { url: asText(url), ...(typeof title === 'string' ? { title } : {}) }
}
