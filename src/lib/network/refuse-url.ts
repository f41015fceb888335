import { findHiddenCharacter } from '../shell/hidden-character.ts'
import { type AddressKind, addressKind } from './address.ts'
import type { Clause } from './network-error.ts'

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
export const refuseUrl = (text: string, open: readonly string[]): Clause | undefined => {
  const refusal = refusalOfUrl(text, open)
  return refusal && inWords(refusal)
}

const inWords = (refusal: UrlRefusal): Clause => {
  switch (refusal.kind) {
    case 'characters':
      return {
        en: 'the address holds control characters, blanks or backslashes',
        zh: '地址中有控制字符、空白或反斜杠',
      }
    case 'no_url':
      return { en: 'the address is not a URL', zh: '地址不是 URL' }
    case 'scheme':
      return { en: `the scheme ${refusal.scheme} is not supported`, zh: `不支持 ${refusal.scheme} 协议` }
    case 'user':
      return { en: 'the address holds user information', zh: '地址中有用户信息' }
    case 'port':
      return { en: 'port 0 cannot be reached', zh: '端口 0 无法访问' }
    case 'credentials':
      return {
        en: `${refusal.host} hands out credentials of this machine`,
        zh: `${refusal.host} 会给出本机的凭据`,
      }
    case 'private_name':
      return { en: `${refusal.host} is private`, zh: `${refusal.host} 属于内部网络` }
    case 'address':
      return addressInWords(refusal)
  }
}

const addressInWords = ({ host, address, range, named }: AddressRefusal): Clause => {
  const isAddress = host === address
  const what = isAddress ? host : `${host} stands for ${address}, which`
  const only = ', and a rule for the name does not open that: only one for the address'
  return {
    en: `${what} is ${WORDS[range].en}${named ? only : ''}`,
    zh: `${host} ${isAddress ? '是' : `指向 ${address}，属于`}${WORDS[range].zh}${named ? '；针对名称的规则不能放行，只有针对该地址的规则可以' : ''}`,
  }
}

/** Lower case, ASCII, without a trailing dot; IPv6 addresses in brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '')

/**
 * Why the address that `host` stands for may not be connected to, or undefined. A rule opens the private host that it
 * names. What a name on the open internet stands for is chosen by whoever owns the name, and may change after the rule
 * was made: such a name never leads to a private address, whatever rule there is.
 */
export const refuseAddress = (host: string, address: string, open: readonly string[]): Clause | undefined => {
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

const WORDS: Readonly<Record<AddressKind, Clause>> = {
  public: { en: 'a public address', zh: '公网地址' },
  loopback: { en: 'a private address (this machine)', zh: '私有地址（本机）' },
  private: { en: 'a private address', zh: '私有地址' },
  'link-local': { en: 'a private address (link-local)', zh: '私有地址（链路本地）' },
  metadata: { en: 'a metadata address', zh: '元数据服务的地址' },
  unspecified: { en: 'the unspecified address', zh: '未指定地址' },
  multicast: { en: 'a multicast address', zh: '组播地址' },
  broadcast: { en: 'a broadcast address', zh: '广播地址' },
  reserved: { en: 'a reserved address', zh: '保留地址' },
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
