import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { isObject } from '../../lib/is-object.ts'
import { isName } from './names.ts'

/** Somebody of a fleet, as others know them. Both keys are SPKI in base64url. */
export interface Member {
  readonly name: string
  /** Ed25519: what they say is signed with it. */
  readonly sign: string
  /** X25519: what is for them is encrypted to it. */
  readonly box: string
}

/** The same with what only they have. */
export interface Identity extends Member {
  readonly signKey: string
  readonly boxKey: string
}

export const newIdentity = (name: string): Identity => {
  const sign = generateKeyPairSync('ed25519')
  const box = generateKeyPairSync('x25519')
  return {
    name,
    sign: publicText(sign.publicKey),
    box: publicText(box.publicKey),
    signKey: privateText(sign.privateKey),
    boxKey: privateText(box.privateKey),
  }
}

export const memberOf = ({ name, sign, box }: Member): Member => ({ name, sign, box })

const publicText = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).toString('base64url')
const privateText = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'pkcs8' }).toString('base64url')

/** Reading a key takes as long as using it: each is read once. */
export interface KeyRing {
  sign(bytes: Uint8Array): string
  verify(by: Member, bytes: Uint8Array, signature: string): boolean
  /** A secret that only this one and they can know. */
  shared(with_: string): Buffer
}

export const openKeyRing = ({ signKey, boxKey }: Pick<Identity, 'signKey' | 'boxKey'>): KeyRing => {
  const own = privateKey(signKey)
  const box = privateKey(boxKey)
  const known = new Map<string, KeyObject>()
  const publicKey = (text: string): KeyObject => {
    const key = known.get(text) ?? publicKeyOf(text)
    known.set(text, key)
    return key
  }
  return {
    sign: bytes => signBytes(null, bytes, own).toString('base64url'),
    verify(by, bytes, signature) {
      try {
        return verifyBytes(null, bytes, publicKey(by.sign), Buffer.from(signature, 'base64url'))
      } catch {
        // No signature at all, or a key that is none.
        return false
      }
    },
    shared: with_ => diffieHellman({ privateKey: box, publicKey: publicKey(with_) }),
  }
}

const privateKey = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' })
const publicKeyOf = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })

/** From a file or a message; undefined where it is none. */
export const readMember = (value: unknown): Member | undefined => {
  if (!isObject(value)) return undefined
  const { name, sign, box } = value
  if (!isName(name) || typeof sign !== 'string' || typeof box !== 'string') return undefined
  return isKey(sign, 'ed25519') && isKey(box, 'x25519') ? { name, sign, box } : undefined
}

const isKey = (text: string, type: string): boolean => {
  try {
    return text.length < 200 && publicKeyOf(text).asymmetricKeyType === type
  } catch {
    return false
  }
}
