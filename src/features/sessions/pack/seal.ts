import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { packText } from '../../../protocol/messages/host/pack.ts'
import { SessionError } from '../session-error.ts'

/*
 * magic, salt, check of the passphrase, iv, tag, and what is sealed. The check is made with a key of its own: a wrong
 * passphrase can be told from a damaged file.
 */
const MAGIC = Buffer.from('CAPSTAN-PACK-1\n')
const SALT = 16
const CHECK = 32
const IV = 12
const TAG = 16
const HEAD = MAGIC.length + SALT + CHECK + IV + TAG
const KEY = 32
/** 64 MB and about a tenth of a second for each try. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }
/** Of what comes out. */
export const MAX_PACKED_BYTES = 2 * 1024 ** 3 - 1

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt as never)
const deflate = promisify(gzip)
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip as never)

const keysOf = async (passphrase: string, salt: Buffer) => {
  const both = await derive(passphrase.normalize('NFKC'), salt, 2 * KEY, COST)
  const check = createHmac('sha256', both.subarray(KEY)).update(MAGIC).update(salt).digest()
  return { key: both.subarray(0, KEY), check }
}

/** Encrypted and authenticated as a whole. */
export const seal = async (content: Buffer, passphrase: string): Promise<Buffer> => {
  const salt = randomBytes(SALT)
  const iv = randomBytes(IV)
  const { key, check } = await keysOf(passphrase, salt)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.concat([MAGIC, salt, check]))
  const sealed = Buffer.concat([cipher.update(await deflate(content)), cipher.final()])
  return Buffer.concat([MAGIC, salt, check, iv, cipher.getAuthTag(), sealed])
}

/** Throws SessionError: it is no pack, the passphrase is another, or the file is damaged. */
export const unseal = async (
  file: Buffer,
  passphrase: string,
  most: number = MAX_PACKED_BYTES,
): Promise<Buffer> => {
  if (file.length < HEAD || !file.subarray(0, MAGIC.length).equals(MAGIC))
    throw new SessionError('invalid_pack', packText('no_pack'))
  let at = MAGIC.length
  const take = (count: number): Buffer => {
    at += count
    return file.subarray(at - count, at)
  }
  const [salt, stored, iv, tag] = [take(SALT), take(CHECK), take(IV), take(TAG)]
  const { key, check } = await keysOf(passphrase, salt)
  if (!timingSafeEqual(stored, check)) throw new SessionError('invalid_pack', packText('wrong_passphrase'))
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv)
    decipher.setAAD(Buffer.concat([MAGIC, salt, stored]))
    decipher.setAuthTag(tag)
    const packed = Buffer.concat([decipher.update(file.subarray(at)), decipher.final()])
    return await inflate(packed, { maxOutputLength: most })
  } catch {
    // The tag does not fit, or what it holds is not what was put in: nothing of it counts.
    throw new SessionError('invalid_pack', packText('damaged'))
  }
}
