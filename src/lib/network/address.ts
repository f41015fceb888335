/** What an IP address is good for. Everything but `public` needs a reason to be connected to. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  /** Addresses at which clouds hand out credentials. */
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'broadcast'
  | 'reserved'

/** The kind of an IPv4 or IPv6 address in any textual form (brackets and zone allowed); undefined for names. */
export const addressKind = (text: string): AddressKind | undefined => {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const four = parseIpv4(plain)
  if (four) return kindOfIpv4(four)
  const six = parseIpv6(plain)
  return six && kindOfIpv6(six)
}

type Ipv4 = readonly [number, number, number, number]

const parseIpv4 = (text: string): Ipv4 | undefined => {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some(part => part > 255)) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = parts
  return [a, b, c, d]
}

/** Link-local ones of the big clouds, Alibaba, Oracle, Azure. */
const METADATA_IPV4: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.169.253',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
])

const kindOfIpv4 = ([a, b, c, d]: Ipv4): AddressKind => {
  if (METADATA_IPV4.has(`${a}.${b}.${c}.${d}`)) return 'metadata'
  if (a === 0) return 'unspecified'
  if (a === 127) return 'loopback'
  if (a === 169 && b === 254) return 'link-local'
  if (isPrivateIpv4(a, b)) return 'private'
  if (a === 255 && b === 255 && c === 255 && d === 255) return 'broadcast'
  if (a >= 240) return 'reserved'
  if (a >= 224) return 'multicast'
  return RESERVED_IPV4.has(`${a}.${b}.${c}`) ? 'reserved' : 'public'
}

/** Also shared address space of providers and the benchmark range, which local proxies like to hand out. */
const isPrivateIpv4 = (a: number, b: number): boolean =>
  a === 10 ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && b === 168) ||
  (a === 100 && b >= 64 && b < 128) ||
  (a === 198 && (b === 18 || b === 19))

const RESERVED_IPV4: ReadonlySet<string> = new Set([
  '192.0.0',
  '192.0.2',
  '192.88.99',
  '198.51.100',
  '203.0.113',
])

/** Eight groups, or undefined. */
const parseIpv6 = (text: string): readonly number[] | undefined => {
  if (!text.includes(':')) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(half => groupsOf(half))
  if (!head || (halves.length === 2 && !tail)) return undefined
  if (halves.length === 1) return head.length === 8 ? head : undefined
  const missing = 8 - head.length - (tail?.length ?? 0)
  return missing < 1 ? undefined : [...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])]
}

const groupsOf = (half: string): readonly number[] | undefined => {
  if (half === '') return []
  const groups: number[] = []
  for (const [at, part] of half.split(':').entries()) {
    const four = at === half.split(':').length - 1 ? parseIpv4(part) : undefined
    if (four) groups.push(four[0] * 256 + four[1], four[2] * 256 + four[3])
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

const kindOfIpv6 = (groups: readonly number[]): AddressKind => {
  const [a = 0, b = 0, c = 0] = groups
  const zeros = groups.findIndex(group => group !== 0)
  if (zeros < 0) return 'unspecified'
  if (zeros === 7 && groups[7] === 1) return 'loopback'
  // Mapped, translated and compatible forms of IPv4 have no business in a URL or an answer: never public.
  const isEmbedded =
    zeros >= 6 || (zeros === 5 && groups[5] === 0xffff) || (zeros === 4 && groups[4] === 0xffff)
  if (isEmbedded) return insteadOfPublic(embedded(groups))
  // Networks without IPv4 reach it through this prefix, so what counts is the address inside.
  if (a === 0x64 && b === 0xff9b && groups.slice(2, 6).every(group => group === 0)) return embedded(groups)
  if (a === 0x64 && b === 0xff9b && c === 1) return 'private'
  if (a === 0xfd00 && b === 0xec2) return 'metadata'
  if (a === 0xfe80 && groups[6] === 0xa9fe && groups[7] === 0xa9fe) return 'metadata'
  if ((a & 0xfe00) === 0xfc00 || (a & 0xffc0) === 0xfec0) return 'private'
  if ((a & 0xffc0) === 0xfe80) return 'link-local'
  if (a >= 0xff00) return 'multicast'
  return (a & 0xe000) === 0x2000 && !isReservedIpv6(a, b) ? 'public' : 'reserved'
}

const embedded = (groups: readonly number[]): AddressKind => {
  const [high = 0, low = 0] = groups.slice(6)
  return kindOfIpv4([high >> 8, high & 255, low >> 8, low & 255])
}

const insteadOfPublic = (kind: AddressKind): AddressKind => (kind === 'public' ? 'reserved' : kind)

/** Teredo and its neighbours, documentation, 6to4: tunnels that could end anywhere. */
const isReservedIpv6 = (a: number, b: number): boolean =>
  (a === 0x2001 && (b < 0x200 || b === 0xdb8)) || a === 0x2002 || (a === 0x3fff && b < 0x1000)
