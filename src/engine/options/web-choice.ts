import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { SearchEndpoint } from '../../protocol/web.ts'

/** How the tools for the web reach it. */
export interface WebChoice {
  readonly userAgent: string
  readonly proxy?: ProxySettings
  readonly searchEndpoint?: SearchEndpoint
  /** The provider searches by itself when a request asks for it. */
  readonly providerSearches?: boolean
}
