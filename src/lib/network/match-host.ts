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
  return labels.every((label, at) => matchesLabel(label, given[at] ?? ''))
}

const matchesLabel = (label: string, given: string): boolean => {
  const [head = '', ...tails] = label.split('*')
  if (tails.length === 0) return label === given
  const tail = tails.at(-1) ?? ''
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail)
}
