import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { SearchEndpoint } from '../../protocol/web.ts'

/** How the tools for the web reach it. */
export interface WebChoice {
  readonly userAgent: string
  readonly proxy?: ProxySettings
  readonly searchEndpoint?: SearchEndpoint
}
