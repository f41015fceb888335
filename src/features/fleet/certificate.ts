import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate and its key, as PEM. */
export interface Certified {
  readonly cert: string
  readonly key: string
}

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length, ...bytes]), body])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts)
const integer = (bytes: Uint8Array): Buffer =>
  tlv(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
const bits = (unused: number, bytes: Uint8Array): Buffer => tlv(0x03, Buffer.of(unused), bytes)
const TRUE = Buffer.from([0x01, 0x01, 0xff])

const oid = (text: string): Buffer => {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const groups = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift(0x80 | (left & 0x7f))
    bytes.push(...groups)
  }
  return tlv(0x06, Buffer.from(bytes))
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const nameOf = (text: string): Buffer =>
  sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(text)))))
const timeOf = (date: Date): Buffer =>
  tlv(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+/g, '')}`))

const extension = (id: string, value: Buffer, isCritical = true): Buffer =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), tlv(0x04, value))

const CA_EXTENSIONS = [
  extension('2.5.29.19', sequence(TRUE)),
  // It signs certificates, and nothing else.
  extension('2.5.29.15', bits(2, Buffer.of(0x04))),
]

const serverExtensions = (hosts: readonly string[]): readonly Buffer[] => [
  extension('2.5.29.19', sequence()),
  extension('2.5.29.15', bits(7, Buffer.of(0x80))),
  // Servers of a cluster are clients of each other.
  extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'), oid('1.3.6.1.5.5.7.3.2')), false),
  extension('2.5.29.17', sequence(...hosts.map(hostName)), false),
]

const hostName = (host: string): Buffer => {
  if (isIP(host) === 4) return tlv(0x87, Buffer.from(host.split('.').map(Number)))
  if (isIP(host) === 6) return tlv(0x87, ipv6Bytes(host))
  return tlv(0x82, Buffer.from(host))
}

const ipv6Bytes = (host: string): Buffer => {
  const [head = '', tail] = host.split('::')
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...(tail === undefined ? [] : zeros), ...after]
  return Buffer.from(
    all.flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  )
}

interface Wish {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: number
  readonly years: number
}

const YEAR_MS = 365 * 24 * 3600 * 1000
const DAY_MS = 24 * 3600 * 1000

const certificate = (wish: Wish): string => {
  const serial = randomBytes(16)
  serial[0] = (serial[0] ?? 0) & 0x7f || 1
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(serial),
    ECDSA_SHA256,
    nameOf(wish.issuer),
    // Clocks differ.
    sequence(timeOf(new Date(wish.now - DAY_MS)), timeOf(new Date(wish.now + wish.years * YEAR_MS))),
    nameOf(wish.subject),
    wish.publicKey.export({ format: 'der', type: 'spki' }),
    tlv(0xa3, sequence(...wish.extensions)),
  )
  const signature = sign('sha256', toBeSigned, wish.signer)
  const whole = sequence(toBeSigned, ECDSA_SHA256, bits(0, signature)).toString('base64')
  const lines = whole.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()
const AUTHORITY = 'Capstan fleet authority'

/** Of one fleet alone: nothing else is ever signed by it. */
export const newAuthority = (now: number): Certified => {
  const { publicKey, privateKey } = newKey()
  const names = { subject: AUTHORITY, issuer: AUTHORITY }
  const made = { ...names, publicKey, signer: privateKey, extensions: CA_EXTENSIONS, now, years: 20 }
  return { cert: certificate(made), key: pem(privateKey) }
}

/** For a server that is reached under these names and addresses. */
export const newServerCertificate = (
  authority: Certified,
  hosts: readonly string[],
  now: number,
): Certified => {
  const { publicKey, privateKey } = newKey()
  const signer = createPrivateKey(authority.key)
  const subject = 'capstan-fleet-server'
  const extensions = serverExtensions(hosts)
  return {
    cert: certificate({ subject, issuer: AUTHORITY, publicKey, signer, extensions, now, years: 10 }),
    key: pem(privateKey),
  }
}
