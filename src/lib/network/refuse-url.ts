import { findHiddenCharacter } from '../shell/hidden-character.ts'
import { type AddressKind, addressKind } from './address.ts'

/** Why a URL may not be fetched, as data: `host` and `address` are the ones it is about. */
export type UrlRefusal =
  | { readonly kind: 'characters' | 'no_url' | 'user' | 'port' }
  | { readonly kind: 'scheme'; readonly scheme: string }
  | { readonly kind: 'credentials' | 'private_name'; readonly host: string }
  | AddressRefusal

/** `named`: the name stands for that address, and a rule for the name does not open it. */
interface AddressRefusal {
  readonly kind: 'address'
  readonly host: string
  readonly address: string
  readonly range: AddressKind
  readonly named?: true
}

/**
 * Why a URL may not be fetched, or undefined. `open` are hosts that were named one by one: only they may be private.
 * Names are resolved, and the addresses checked with {@link refuseAddress}, by who connects.
 */
export const refusalOfUrl = (text: string, open: readonly string[]): UrlRefusal | undefined => {
  if (/[\s\\]/.test(text) || findHiddenCharacter(text)) return { kind: 'characters' }
  if (!URL.canParse(text)) return { kind: 'no_url' }
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'scheme', scheme: url.protocol }
  if (url.username !== '' || url.password !== '') return { kind: 'user' }
  if (url.port === '0') return { kind: 'port' }
  const host = hostOf(url)
  if (addressKind(host) !== undefined) return refusalOfAddress(host, host, open)
  if (METADATA_NAMES.has(host)) return { kind: 'credentials', host }
  return isOwnName(host) && !open.includes(host) ? { kind: 'private_name', host } : undefined
}

/** The same in words. */
export const refuseUrl = (text: string, open: readonly string[]): string | undefined => {
  const refusal = refusalOfUrl(text, open)
  return refusal && inWords(refusal)
}

const inWords = (refusal: UrlRefusal): string => {
  switch (refusal.kind) {
    case 'characters':
      return 'the address holds control characters, blanks or backslashes'
    case 'no_url':
      return 'the address is not a URL'
    case 'scheme':
      return `the scheme ${refusal.scheme} is not supported`
    case 'user':
      return 'the address holds user information'
    case 'port':
      return 'port 0 cannot be reached'
    case 'credentials':
      return `${refusal.host} hands out credentials of this machine`
    case 'private_name':
      return `${refusal.host} is private`
    case 'address': {
      const { host, address, range, named } = refusal
      const what = host === address ? host : `${host} stands for ${address}, which`
      return `${what} is ${WORDS[range]}${named ? ', and a rule for the name does not open that: only one for the address' : ''}`
    }
  }
}

/** Lower case, ASCII, without a trailing dot; IPv6 addresses in brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/**
 * Why the address that `host` stands for may not be connected to, or undefined. A rule opens the private host that it
 * names. What a name on the open internet stands for is chosen by whoever owns the name, and may change after the rule
 * was made: such a name never leads to a private address, whatever rule there is.
 */
export const refuseAddress = (host: string, address: string, open: readonly string[]): string | undefined => {
  const refusal = refusalOfAddress(host, address, open)
  return refusal && inWords(refusal)
}

const refusalOfAddress = (
  host: string,
  address: string,
  open: readonly string[],
): AddressRefusal | undefined => {
  const range = addressKind(address) ?? 'reserved'
  if (range === 'public') return undefined
  const refused = { kind: 'address', host, address, range } as const
  if (NEVER.has(range) || !open.includes(host)) return refused
  return host === address || mayStandFor(host, range) ? undefined : { ...refused, named: true }
}

/** A name of this machine stands for this machine, one of this network for private addresses, any other for neither. */
const mayStandFor = (host: string, kind: AddressKind): boolean =>
  isLocalhost(host) ? kind === 'loopback' : kind === 'private' && isPrivateName(host)

const NEVER: ReadonlySet<AddressKind> = new Set([
  'metadata',
  'unspecified',
  'multicast',
  'broadcast',
  'reserved',
])

const WORDS: Readonly<Record<AddressKind, string>> = {
  public: 'a public address',
  loopback: 'a private address (this machine)',
  private: 'a private address',
  'link-local': 'a private address (link-local)',
  metadata: 'a metadata address',
  unspecified: 'the unspecified address',
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  reserved: 'a reserved address',
}

const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Names that mean this machine or this network whatever a resolver says. */
const isOwnName = (host: string): boolean => isLocalhost(host) || host.endsWith('.internal')

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Names that nobody can own on the open internet, and that networks give to their own machines. */
const isPrivateName = (host: string): boolean =>
  !host.includes('.') || /\.(?:internal|local|localdomain|lan|home\.arpa|intranet|corp)$/.test(host)
