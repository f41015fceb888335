import type { ProxySettings } from '../lib/network/proxy.ts'
import type { AssistantBlock } from './message.ts'

/** What the network tools may use. */
export interface Web {
  /** Hosts that an allow rule names exactly; no other may be private. */
  hosts(): readonly string[]
  /** Monotonic milliseconds. */
  now(): number
  readonly userAgent: string
  readonly proxy?: ProxySettings
  /** Puts what is not text into a private file; gives its path. */
  save(data: Uint8Array, extension: string): string
  /** The search service of the person's settings. */
  readonly searchEndpoint?: SearchEndpoint
  /** The provider's own search, where it has one: the blocks of its reply. */
  searchAtProvider?(search: ProviderSearch): Promise<readonly AssistantBlock[]>
}

export interface SearchEndpoint {
  readonly endpoint: string
  readonly apiKey?: string
}

export interface ProviderSearch {
  readonly query: string
  readonly allowedDomains?: readonly string[]
  readonly blockedDomains?: readonly string[]
  readonly signal: AbortSignal
}
