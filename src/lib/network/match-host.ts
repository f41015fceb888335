import { matchWildcard } from '../text/wildcard.ts'

/**
 * Whether a host is one that a pattern names: `*` is every host, `*.host` its subdomains at any depth but not itself,
 * any other star stays within one label. The host must be in its plain form: lower case, ASCII, no trailing dot.
 */
export const matchesHost = (pattern: string, host: string): boolean => {
  const wanted = pattern.toLowerCase().replace(/\.$/, '')
  if (wanted === '' || host === '') return false
  if (wanted === '*') return true
  const subdomains = wanted.startsWith('*.')
  const labels = (subdomains ? wanted.slice(2) : wanted).split('.').reverse()
  const given = host.split('.').reverse()
  if (subdomains ? given.length <= labels.length : given.length !== labels.length) return false
  return labels.every((label, at) => matchWildcard(label, given[at] ?? ''))
}
