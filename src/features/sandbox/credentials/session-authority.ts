import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { bits, type Der, identifier, integer, octets, sequence, set, tagged, time, utf8, yes } from './der.ts'

export interface HostCertificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
}

interface Key {
  readonly secret: KeyObject
  readonly spki: Buffer
  readonly id: Buffer
}

const HOUR_MS = 3_600_000
const LIFE_MS = 30 * 24 * HOUR_MS
const NAME = 'Capstan sandbox'
const ECDSA_SHA256 = sequence(identifier('1.2.840.10045.4.3.2'))
const IP_LENGTHS = [4, 16] as const

/**
 * Signs for hosts, and only for those it was made for: its key is never written down, and what trusts its certificate
 * believes it of no other host. Patterns as in lists of hosts, in their plain form.
 */
export class SessionAuthority {
  /** PEM. */
  readonly certificate: string
  readonly #key = makeKey()
  readonly #until: Date
  readonly #now: () => number
  readonly #made = new Map<string, HostCertificate>()

  constructor({ patterns, now }: { readonly patterns: readonly string[]; now(): number }) {
    this.#now = now
    this.#until = new Date(now() + LIFE_MS)
    this.certificate = pem(
      this.#signed(this.#key, [
        extension('2.5.29.19', sequence(yes, integer(Uint8Array.of(0))), 'critical'),
        extension('2.5.29.15', bits(Uint8Array.of(0x06), 1), 'critical'),
        extension('2.5.29.14', octets(this.#key.id)),
        ...constraints(patterns),
      ]),
    )
  }

  /** `host`: a name, or an address, in brackets where it is one of IPv6. */
  certificateFor(host: string): HostCertificate {
    const known = this.#made.get(host)
    if (known) return known
    const key = makeKey()
    const made = {
      key: key.secret.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: pem(
        this.#signed(key, [
          extension('2.5.29.19', sequence(), 'critical'),
          extension('2.5.29.15', bits(Uint8Array.of(0x80), 7), 'critical'),
          extension('2.5.29.37', sequence(identifier('1.3.6.1.5.5.7.3.1'))),
          extension('2.5.29.17', sequence(nameOf(host))),
          extension('2.5.29.14', octets(key.id)),
          extension('2.5.29.35', sequence(tagged(0, this.#key.id, 'plain'))),
        ]),
      ),
    }
    this.#made.set(host, made)
    return made
  }

  #signed(of: Key, extensions: readonly Der[]): Der {
    const own = of === this.#key
    const content = sequence(
      tagged(0, integer(Uint8Array.of(2)), 'wrapped'),
      integer(Uint8Array.of(0x40, ...randomBytes(15))),
      ECDSA_SHA256,
      distinguished(`${NAME} authority`),
      // Clocks of containers may be behind.
      sequence(time(new Date(this.#now() - HOUR_MS)), time(this.#until)),
      distinguished(own ? `${NAME} authority` : `${NAME} proxy`),
      of.spki,
      tagged(3, sequence(...extensions), 'wrapped'),
    )
    return sequence(content, ECDSA_SHA256, bits(sign('sha256', content, this.#key.secret)))
  }
}

const makeKey = (): Key => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return { secret: privateKey, spki, id: createHash('sha256').update(spki).digest().subarray(0, 20) }
}

const pem = (der: Der): string => new X509Certificate(Buffer.from(der)).toString()

const distinguished = (name: string): Der => sequence(set(sequence(identifier('2.5.4.3'), utf8(name))))

const extension = (id: string, value: Der, weight?: 'critical'): Der =>
  sequence(identifier(id), ...(weight ? [yes] : []), octets(value))

const nameOf = (host: string): Der => {
  const address = addressBytes(host)
  return address ? tagged(7, address, 'plain') : tagged(2, Buffer.from(host, 'latin1'), 'plain')
}

const addressBytes = (host: string): Uint8Array | undefined => {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIPv4(bare)) return Uint8Array.from(bare.split('.').map(Number))
  if (!isIPv6(bare)) return undefined
  const [head = '', tail] = bare.split('::')
  const groups = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const [front, back] = [groups(head), tail === undefined ? [] : groups(tail)]
  const all = [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
  return Uint8Array.from(all.flatMap(group => [group >> 8, group & 0xff]))
}

/** A name stands for what is below it as well. Where a pattern is every host, nothing can be constrained. */
const constraints = (patterns: readonly string[]): readonly Der[] => {
  const addresses = patterns.flatMap(pattern => addressBytes(pattern) ?? [])
  const names = patterns.filter(pattern => !addressBytes(pattern)).map(belowStars)
  if (names.includes('')) return []
  const permitted = [
    ...names.map(name => tagged(2, Buffer.from(name, 'latin1'), 'plain')),
    ...addresses.map(bytes => tagged(7, Uint8Array.of(...bytes, ...bytes.map(() => 0xff)), 'plain')),
  ]
  const excluded =
    addresses.length > 0 ? [] : IP_LENGTHS.map(length => tagged(7, new Uint8Array(length * 2), 'plain'))
  const list = (number: number, items: readonly Der[]): readonly Der[] =>
    items.length === 0 ? [] : [tagged(number, Buffer.concat(items.map(one => sequence(one))), 'wrapped')]
  return [extension('2.5.29.30', sequence(...list(0, permitted), ...list(1, excluded)), 'critical')]
}

/** The labels behind the last star. */
const belowStars = (pattern: string): string => {
  const labels = pattern.split('.')
  return labels.slice(labels.findLastIndex(label => label.includes('*')) + 1).join('.')
}
