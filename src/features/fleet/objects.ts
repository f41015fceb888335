import { createHash } from 'node:crypto'
import { type Connection, exported } from '../../lib/nats/connection.ts'
import { decrypt, encrypt } from './seal.ts'

/** Something too large for a message: where it lies, and what it must be. */
export interface ObjectRef {
  readonly store: string
  readonly object: string
  readonly bytes: number
  readonly sha256: string
}

export interface Objects {
  put(bytes: Uint8Array, key: Uint8Array): Promise<ObjectRef>
  /** Throws where it is gone, too large, or not what it must be. */
  get(ref: ObjectRef, key: Uint8Array, most: number): Promise<Buffer>
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const ABOUT = 'capstan fleet object'
/** Of the encryption, on top of what was put in. */
const OVERHEAD = 64

/** Objects lie under what they are: encrypted, and named by their sum. */
export const openObjects = (connection: Connection, own: string): Objects => {
  const storeOf = (name: string) =>
    connection.run(async ({ stream }) => {
      const { Objm: Stores } = await import('@nats-io/obj').then(exported)
      return await new Stores(stream).open(name, { check: false })
    })
  return {
    async put(bytes, key) {
      const sealed = encrypt(key, bytes, ABOUT)
      const object = sha256(sealed)
      const store = await storeOf(own)
      await connection.run(() => store.putBlob({ name: object }, sealed))
      return { store: own, object, bytes: bytes.length, sha256: sha256(bytes) }
    },
    async get({ store: name, object, bytes, sha256: sum }, key, most) {
      if (bytes > most) throw new Error(`object of ${bytes} bytes: at most ${most} are taken`)
      const store = await storeOf(name)
      const info = await connection.run(() => store.info(object))
      if (!info) throw new Error('the object is gone')
      if (info.size > bytes + OVERHEAD) throw new Error('the object is larger than was said')
      const sealed = await connection.run(() => store.getBlob(object))
      if (!sealed) throw new Error('the object is gone')
      const opened = decrypt(key, sealed, ABOUT)
      if (opened.length !== bytes || sha256(opened) !== sum)
        throw new Error('the object is not what was said')
      return opened
    },
  }
}
