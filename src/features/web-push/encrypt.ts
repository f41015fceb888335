import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

/** As a browser names where it is reached: its public key (65 bytes) and secret (16), base64url. */
export interface PushKeys {
  readonly p256dh: string
  readonly auth: string
}

/** A push service need not take more than 4,096 bytes, header and tag included. */
export const MAX_PLAIN = 3_900
const RECORD = 4_096

/** A message for one browser and nobody between (RFC 8291, in the `aes128gcm` coding of RFC 8188). */
export const encryptPush = (
  plain: Uint8Array,
  { p256dh, auth }: PushKeys,
  given: { readonly salt?: Uint8Array; readonly privateKey?: Uint8Array } = {},
): Uint8Array => {
  if (plain.length > MAX_PLAIN) throw new RangeError('a push message is at most 3,900 bytes')
  const own = createECDH('prime256v1')
  if (given.privateKey) own.setPrivateKey(given.privateKey)
  else own.generateKeys()
  const salt = given.salt ?? randomBytes(16)
  const theirs = Buffer.from(p256dh, 'base64url')
  const [mine, shared] = [own.getPublicKey(), own.computeSecret(theirs)]
  const info = Buffer.concat([text('WebPush: info\0'), theirs, mine])
  const secret = expand(hmac(Buffer.from(auth, 'base64url'), shared), info, 32)
  const key = hmac(salt, secret)
  const cipher = createCipheriv(
    'aes-128-gcm',
    expand(key, text('Content-Encoding: aes128gcm\0'), 16),
    expand(key, text('Content-Encoding: nonce\0'), 12),
  )
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD)
  size[4] = mine.length
  // One record, the last one: the sign behind what is said tells so.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()])
  return Buffer.concat([salt, size, mine, sealed, cipher.getAuthTag()])
}

/** Whether they can be what a browser names; the point has to lie on the curve. */
export const arePushKeys = ({ p256dh, auth }: PushKeys): boolean => {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.length !== 65 || secret.length !== 16) return false
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(point)
    return true
  } catch {
    // It is no point of the curve.
    return false
  }
}

const text = (value: string): Buffer => Buffer.from(value, 'latin1')
const hmac = (key: Uint8Array, data: Uint8Array): Buffer => createHmac('sha256', key).update(data).digest()

/** The first block of HKDF: more is not needed. */
const expand = (key: Uint8Array, info: Uint8Array, length: number): Buffer =>
  hmac(key, Buffer.concat([info, Buffer.of(1)])).subarray(0, length)
