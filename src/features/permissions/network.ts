import { findHiddenCharacter } from '../../lib/shell/hidden-character.ts'

/** Why a URL may never be fetched, or undefined. Host names are resolved and checked again by who connects. */
export const refuseUrl = (text: string): string | undefined => {
  if (/[\s\\]/.test(text) || findHiddenCharacter(text))
    return 'the address holds control characters, blanks or backslashes'
  if (!URL.canParse(text)) return 'the address is not a URL'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `the scheme ${url.protocol} is not supported`
  if (url.username !== '' || url.password !== '') return 'the address holds user information'
  const host = hostOf(text)
  if (host.startsWith('[')) return 'the address is a literal IPv6 address'
  if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal'))
    return `${host} is private`
  return isPrivateAddress(host) ? `${host} is a private address` : undefined
}

/** Lower case, ASCII, without a trailing dot. */
const hostOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname.replace(/\.$/, '') : '')

// The URL parser has already turned every spelling of an IPv4 address into four decimal numbers.
const isPrivateAddress = (host: string): boolean => {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1).map(Number)
  if (!parts) return false
  const [a = 0, b = 0] = parts
  return (
    [0, 10, 127].includes(a) ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || b === 0)) ||
    (a === 198 && (b === 18 || b === 19))
  )
}

/** `domain:host`; `*.host` means subdomains at any depth, any other star one label. */
export const matchesDomain = (spec: string, url: string): boolean => {
  const wanted = /^domain:(.+)$/.exec(spec)?.[1]?.toLowerCase().replace(/\.$/, '')
  const host = hostOf(url)
  if (!wanted || host === '') return false
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
