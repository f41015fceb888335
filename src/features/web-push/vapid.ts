import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Who sends: a key pair of this installation, as it is kept. */
export interface VapidKeys {
  /** 65 bytes, base64url: what browsers subscribe with. */
  readonly publicKey: string
  /** 32 bytes, base64url. */
  readonly privateKey: string
}

export const newVapidKeys = (): VapidKeys => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

const HOURS_12 = 12 * 60 * 60

/** The header by which a push service knows the sender (RFC 8292): for this service, and for half a day. */
export const vapidHeader = (
  keys: VapidKeys,
  { endpoint, contact, now }: { readonly endpoint: URL; readonly contact: string; readonly now: number },
): string => {
  const head = encode({ typ: 'JWT', alg: 'ES256' })
  const body = encode({ aud: endpoint.origin, exp: Math.floor(now / 1000) + HOURS_12, sub: contact })
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), {
    key: keyOf(keys),
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${head}.${body}.${signature.toString('base64url')}, k=${keys.publicKey}`
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const keyOf = ({ publicKey, privateKey }: VapidKeys): KeyObject => {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' })
}
