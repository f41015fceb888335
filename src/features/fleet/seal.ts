import { createCipheriv, createDecipheriv, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type KeyRing, type Member, openKeyRing } from './identity.ts'

/** A key encrypted for each of those who may read. One for all jobs of a submission: wrapping it is the dear part. */
export interface WrappedKey {
  /** Of this wrapping alone. */
  readonly from: string
  /** By name. */
  readonly keys: Readonly<Record<string, string>>
}

const IV = 12
const TAG = 16

export const newKey = (): Buffer => randomBytes(32)

export const wrapKey = (key: Uint8Array, readers: readonly Member[]): WrappedKey => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const boxKey = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
  const once = openKeyRing({ signKey: ONCE_SIGN, boxKey })
  const keys = readers.map(({ name, box }) => [name, encrypt(wrapping(once.shared(box), box), key, name)])
  return {
    from: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    keys: Object.fromEntries(keys.map(([name, sealed]) => [name, (sealed as Buffer).toString('base64url')])),
  }
}

/** Nothing is signed with it: a ring wants one. */
const ONCE_SIGN = generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64url')

/** Undefined: it is not for this one, or somebody changed it. */
export const unwrapKey = (wrapped: WrappedKey, self: Member, ring: KeyRing): Buffer | undefined => {
  const sealed = Object.hasOwn(wrapped.keys, self.name) ? wrapped.keys[self.name] : undefined
  if (sealed === undefined) return undefined
  try {
    return decrypt(wrapping(ring.shared(wrapped.from), self.box), Buffer.from(sealed, 'base64url'), self.name)
  } catch {
    return undefined
  }
}

const wrapping = (shared: Buffer, box: string): Buffer =>
  Buffer.from(hkdfSync('sha256', shared, '', `capstan fleet key for ${box}`, 32))

/** Each job has its own: what is read of one says nothing about another. */
export const jobKey = (key: Uint8Array, job: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `capstan fleet job ${job}`, 32))

/** Authenticated together with `about`: the same bytes mean nothing elsewhere. */
export const encrypt = (key: Uint8Array, bytes: Uint8Array, about: string): Buffer => {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws where anything was changed. */
export const decrypt = (key: Uint8Array, sealed: Uint8Array, about: string): Buffer => {
  if (sealed.length < IV + TAG) throw new Error('too short to be encrypted')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV))
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(IV, IV + TAG))
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()])
}

/** What comes out is bounded: a few bytes can say that they are gigabytes. */
export const squeeze = (bytes: Uint8Array): Buffer => deflateRawSync(bytes)
export const expand = (bytes: Uint8Array, most: number): Buffer =>
  inflateRawSync(bytes, { maxOutputLength: most })
