import { isDeepStrictEqual } from 'node:util'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { isJson } from '../format/complaint.ts'
import { type MarketplaceSource, sayMarketplaceSource } from '../format/marketplace-source.ts'
import { githubAddress } from '../format/plugin-source.ts'
import { PluginError } from '../plugin-error.ts'
import { parseId } from './store-paths.ts'

/** What the administrator says about plugins. */
export interface PluginPolicy {
  /** Only these marketplaces; empty: none. Absent: any. */
  readonly known?: readonly unknown[]
  /** Nobody brings plugins that were not installed. */
  readonly onlyInstalled?: true
  readonly blocked: readonly unknown[]
  /** `name@marketplace`, or a name in any marketplace. */
  readonly blockedPlugins: readonly string[]
  /** Enabled or disabled for everybody here. */
  readonly fixed: Readonly<Record<string, boolean>>
  /** No command is run to get a plugin. */
  readonly noCommands?: boolean
  /** The administrator's own words about trust in plugins. */
  readonly trustMessage?: string
}

export const checkMarketplace = (source: MarketplaceSource, policy: PluginPolicy): void => {
  const refused = (why: 'marketplace_blocked' | 'marketplace_not_listed'): PluginError =>
    new PluginError('refused', pluginText(why, { source: sayMarketplaceSource(source) }))
  if (policy.blocked.some(pattern => fits(source, pattern, 'unclear fits')))
    throw refused('marketplace_blocked')
  if (policy.known && !policy.known.some(pattern => fits(source, pattern, 'unclear does not fit')))
    throw refused('marketplace_not_listed')
}

/** Why a plugin may not be used here. */
export const refusePlugin = (id: string, policy: PluginPolicy): LocalizedText | undefined =>
  policy.fixed[id] === false || policy.blockedPlugins.some(each => each === id || each === parseId(id).name)
    ? pluginText('blocked', { id })
    : undefined

/** On which side a list errs: what is not understood must neither allow nor be left unblocked. */
type Unclear = 'unclear fits' | 'unclear does not fit'

const FIELDS: readonly string[] = ['source', 'repo', 'url', 'ref', 'path', 'package']

/** All that a pattern says is so of the source. */
const fits = (source: MarketplaceSource, pattern: unknown, unclear: Unclear): boolean => {
  const isBlocking = unclear === 'unclear fits'
  if (!isJson(pattern)) return isBlocking
  const { source: kind, hostPattern, pathPattern } = pattern
  if (kind === 'hostPattern') return matches(hostPattern, hostOf(source), unclear)
  if (kind === 'pathPattern') return matches(pathPattern, 'path' in source ? source.path : undefined, unclear)
  const facts = source as unknown as Readonly<Record<string, unknown>>
  return Object.entries(pattern)
    .filter(([key]) => !isBlocking || FIELDS.includes(key))
    .every(([key, value]) => isDeepStrictEqual(facts[key], value))
}

const matches = (pattern: unknown, text: string | undefined, unclear: Unclear): boolean => {
  if (typeof pattern !== 'string') return unclear === 'unclear fits'
  try {
    const expression = new RegExp(pattern)
    return text !== undefined && expression.test(text)
  } catch {
    return unclear === 'unclear fits'
  }
}

const hostOf = (source: MarketplaceSource): string | undefined => {
  const url =
    source.source === 'github' ? githubAddress(source.repo) : 'url' in source ? source.url : undefined
  if (url === undefined) return undefined
  const [, host] = /^[^@/]+@([^:/]+):/.exec(url) ?? []
  return host ?? (URL.canParse(url) ? new URL(url).hostname : undefined)
}

/** Names that say who is behind a marketplace, and the only account that may use them. */
const SPOKEN_FOR = /^(?:anthropic|claude)(?:-|$)|-(?:anthropic|claude)(?:-|$)|^capstan(?:-|$)|-capstan(?:-|$)/
const OWNERS = /^https:\/\/github\.com\/anthropics\//

/** Throws when a marketplace calls itself what others are known by. */
export const checkName = (name: string, source: MarketplaceSource): void => {
  if (!SPOKEN_FOR.test(name) || source.source === 'directory' || source.source === 'file') return
  const url = source.source === 'github' ? githubAddress(source.repo) : 'url' in source ? source.url : ''
  if (OWNERS.test(url ?? '')) return
  throw new PluginError('refused', pluginText('name_reserved', { name }))
}
