import { matchesHost } from '../../lib/network/match-host.ts'
import type { Clause } from '../../lib/network/network-error.ts'
import { hostOf, refuseUrl } from '../../lib/network/refuse-url.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import { asksAbout } from './network-of.ts'

/** Which hosts commands may reach. */
export interface HostList {
  /** Why not, in words; undefined when it may be. Addresses are checked with `open` after the name was resolved. */
  refuse(url: URL): Clause | undefined
  /** It is refused only because nobody has named it, and the person may be asked about it. */
  mayAsk(url: URL): boolean
  /** Hosts named one by one: only they may be private addresses. */
  readonly open: readonly string[]
}

/** A denied host is refused whatever else is allowed. A pattern that is no host name allows nothing. */
export const createHostList = (network: NonNullable<SandboxSettings['network']>): HostList => {
  const allowed = (network.allowedDomains ?? []).flatMap(hostPattern)
  const denied = (network.deniedDomains ?? []).flatMap(hostPattern)
  const open = allowed.filter(pattern => !pattern.includes('*'))
  const isDenied = (host: string): boolean => denied.some(pattern => matchesHost(pattern, host))
  return {
    open,
    mayAsk: url => asksAbout(network) && !isDenied(hostOf(url)) && refuseUrl(url.href, []) === undefined,
    refuse(url) {
      const host = hostOf(url)
      if (isDenied(host))
        return {
          en: `${host} is denied by sandbox.network.deniedDomains`,
          zh: `sandbox.network.deniedDomains 禁止 ${host}`,
        }
      if (!allowed.some(pattern => matchesHost(pattern, host)))
        return {
          en: `${host} is not among sandbox.network.allowedDomains`,
          zh: `${host} 不在 sandbox.network.allowedDomains 中`,
        }
      return refuseUrl(url.href, open)
    },
  }
}

/** As a host is compared: lower case, ASCII form of international names, no trailing dot; empty: it is none. */
export const hostPattern = (pattern: string): readonly string[] => {
  const text = pattern.trim()
  if (/[\s/@?#\\%]/.test(text) || (/:/.test(text) && !/^\[[\da-f:.]+\]$/i.test(text))) return []
  if (text === '*') return ['*']
  return URL.canParse(`http://${text}/`) ? [hostOf(new URL(`http://${text}/`))] : []
}
