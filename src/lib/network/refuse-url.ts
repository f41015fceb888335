import { findHiddenCharacter } from '../shell/hidden-character.ts'
import { type AddressKind, addressKind } from './address.ts'

/**
 * Why a URL may not be fetched, or undefined. `open` are hosts that were named one by one: only they may be private.
 * Names are resolved, and the addresses checked with {@link refuseAddress}, by who connects.
 */
export const refuseUrl = (text: string, open: readonly string[]): string | undefined => {
  if (/[\s\\]/.test(text) || findHiddenCharacter(text))
    return 'the address holds control characters, blanks or backslashes'
  if (!URL.canParse(text)) return 'the address is not a URL'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `the scheme ${url.protocol} is not supported`
  if (url.username !== '' || url.password !== '') return 'the address holds user information'
  if (url.port === '0') return 'port 0 cannot be reached'
  const host = hostOf(url)
  if (addressKind(host) !== undefined) return refuseAddress(host, host, open)
  if (METADATA_NAMES.has(host)) return `${host} hands out credentials of this machine`
  return isOwnName(host) && !open.includes(host) ? `${host} is private` : undefined
}

/** Lower case, ASCII, without a trailing dot; IPv6 addresses in brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/**
 * Why the address that `host` stands for may not be connected to, or undefined. A rule opens the private host that it
 * names. What a name on the open internet stands for is chosen by whoever owns the name, and may change after the rule
 * was made: such a name never leads to a private address, whatever rule there is.
 */
export const refuseAddress = (host: string, address: string, open: readonly string[]): string | undefined => {
  const kind = addressKind(address) ?? 'reserved'
  if (kind === 'public') return undefined
  const what = host === address ? host : `${host} stands for ${address}, which`
  if (NEVER.has(kind) || !open.includes(host)) return `${what} is ${WORDS[kind]}`
  return host === address || mayStandFor(host, kind)
    ? undefined
    : `${what} is ${WORDS[kind]}, and a rule for the name does not open that: only one for the address`
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
