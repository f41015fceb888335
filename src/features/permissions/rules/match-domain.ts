import { matchesHost } from '../../../lib/network/match-host.ts'
import { hostOf, refuseUrl as refuse } from '../../../lib/network/refuse-url.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import type { ParsedRule } from './rules.ts'

/**
 * Why a URL may never be fetched, or undefined. An allow rule that names exactly a private host opens it. Names are
 * resolved and checked again by who connects.
 */
export const refuseUrl = (text: string, allow: readonly ParsedRule[] = []): string | undefined =>
  refuse(text, exactHosts(allow))

/** Hosts that rules name one by one: `WebFetch(domain:host)` without a star. */
export const exactHosts = (allow: readonly ParsedRule[]): readonly string[] =>
  allow.flatMap(({ tool, spec }) => {
    const host =
      tool === RULE_NAMES.network
        ? /^domain:([^\s*/:@?#\\]+|\[[\da-f:.]+\])$/i.exec(spec ?? '')?.[1]
        : undefined
    return host !== undefined && URL.canParse(`http://${host}/`) ? [hostOf(new URL(`http://${host}/`))] : []
  })

/** `domain:host`; `*.host` means subdomains at any depth, any other star one label. */
export const matchesDomain = (spec: string, url: string): boolean => {
  const wanted = /^domain:(.+)$/.exec(spec)?.[1]
  const host = URL.canParse(url) ? hostOf(new URL(url)) : ''
  return wanted !== undefined && matchesHost(wanted, host)
}
