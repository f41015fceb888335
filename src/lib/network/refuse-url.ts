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

/** Why the address that `host` stands for may not be connected to, or undefined. */
export const refuseAddress = (host: string, address: string, open: readonly string[]): string | undefined => {
  const kind = addressKind(address) ?? 'reserved'
  if (kind === 'public') return undefined
  const what = host === address ? host : `${host} stands for ${address}, which`
  if (NEVER.has(kind)) return `${what} is ${WORDS[kind]}`
  if (!open.includes(host)) return `${what} is ${WORDS[kind]}`
  // A rule for a public name must not become a way to this machine when somebody changes the name's address.
  const isLocal = host === address || isPrivateName(host) || kind === 'private'
  return isLocal ? undefined : `${what} is ${WORDS[kind]}, and ${host} is a public name`
}

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
const isOwnName = (host: string): boolean => host === 'localhost' || /\.(?:localhost|internal)$/.test(host)

/** Names that nobody can own on the open internet. */
const isPrivateName = (host: string): boolean =>
  !host.includes('.') ||
  /\.(?:localhost|internal|local|localdomain|lan|home\.arpa|intranet|corp|test)$/.test(host)
