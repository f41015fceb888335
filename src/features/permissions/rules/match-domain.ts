import { matchesHost } from '../../../lib/network/match-host.ts'
import { hostOf, refusalOfUrl, type UrlRefusal } from '../../../lib/network/refuse-url.ts'
import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import type { ParsedRule } from './rules.ts'

/**
 * Why a URL may never be fetched, or undefined. An allow rule that names exactly a private host opens it. Names are
 * resolved and checked again by who connects.
 */
export const refuseUrl = (
  text: string,
  allow: readonly ParsedRule[] = [],
  by: SiteRule = RULE_NAMES.network,
): LocalizedText | undefined => {
  const refusal = refusalOfUrl(text, exactHosts(allow, by))
  return refusal && sayRefusal(refusal)
}

const sayRefusal = (refusal: UrlRefusal): LocalizedText => {
  switch (refusal.kind) {
    case 'scheme':
      return permissionText('url_scheme', { scheme: refusal.scheme })
    case 'credentials':
      return permissionText('url_credentials', { host: refusal.host })
    case 'private_name':
      return permissionText('url_private_name', { host: refusal.host })
    case 'address':
      return permissionText('url_address', {
        host: refusal.host,
        range: permissionText(
          refusal.range === 'link-local' ? 'address_link_local' : `address_${refusal.range}`,
        ),
      })
    default:
      return permissionText(`url_${refusal.kind}`)
  }
}

/** Rules of these names speak of sites. */
type SiteRule = typeof RULE_NAMES.network | typeof RULE_NAMES.browser

/** Hosts that rules name one by one: `WebFetch(domain:host)` without a star. */
export const exactHosts = (
  allow: readonly ParsedRule[],
  by: SiteRule = RULE_NAMES.network,
): readonly string[] =>
  allow.flatMap(({ tool, spec }) => {
    const host = tool === by ? /^domain:([^\s*/:@?#\\]+|\[[\da-f:.]+\])$/i.exec(spec ?? '')?.[1] : undefined
    return host !== undefined && URL.canParse(`http://${host}/`) ? [hostOf(new URL(`http://${host}/`))] : []
  })

/** `domain:host`; `*.host` means subdomains at any depth, any other star one label. */
export const matchesDomain = (spec: string, url: string): boolean => {
  const wanted = /^domain:(.+)$/.exec(spec)?.[1]
  const host = URL.canParse(url) ? hostOf(new URL(url)) : ''
  return wanted !== undefined && matchesHost(wanted, host)
}

type SiteAccess = Extract<Access, { readonly kind: 'network' | 'browser' }>

/** What restricts fetching from a site restricts the browser there, too; what allows fetching allows nothing else. */
export const matchesSite = ({ tool, spec = '', rule }: ParsedRule, { kind, url }: SiteAccess): boolean =>
  (tool === RULE_NAMES[kind] || (rule.behavior !== 'allow' && tool === RULE_NAMES.network)) &&
  matchesDomain(spec, url)

/** Why a page may never be fetched or opened; undefined also for what is no page. */
export const refuseSite = (access: Access, allow: readonly ParsedRule[]): LocalizedText | undefined => {
  if (access.kind !== 'network' && access.kind !== 'browser') return undefined
  const why = refuseUrl(access.url, allow, RULE_NAMES[access.kind])
  if (why === undefined || access.kind === 'network' || !URL.canParse(access.url)) return why
  // A web application on this machine is what a browser is for most of the time: whoever is asked knows how to open it.
  const host = hostOf(new URL(access.url))
  return refusalOfUrl(access.url, [host]) ? why : permissionText('site_can_be_opened', { why, host })
}
