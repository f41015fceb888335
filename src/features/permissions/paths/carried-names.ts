import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Carried } from '../shell/carried-trees.ts'

/** It cannot be looked into, or not in the time there is. */
export const UNSEEN = Symbol('unseen')

const MAX_ENTRIES = 10_000
const MAX_FILE_BYTES = 16 * 1024 ** 2
const MAX_UNPACKED_BYTES = 48 * 1024 ** 2

/** Why a path with such names, from which only its beginning may be missing, must not be written. */
type Why = (path: string) => LocalizedText | undefined

/** Why a name that would come with a tree, an archive or a patch is protected. In doubt one too many is found. */
export const carriedProtected = (carried: Carried, why: Why): LocalizedText | typeof UNSEEN | undefined => {
  if (carried.kind === 'text') return inPatch(carried.text, why)
  if (carried.kind === 'tree') return inTree(carried.path, why)
  const bytes = readWhole(carried.path)
  if (bytes === undefined || bytes === UNSEEN) return bytes
  return carried.kind === 'patch' ? inPatch(bytes.toString('utf8'), why) : inArchive(bytes, why)
}

/** Below it, not it: its own name is known from the line. Links are carried as what they are. */
const inTree = (root: string, why: Why): LocalizedText | typeof UNSEEN | undefined => {
  let left = MAX_ENTRIES
  const pending = ['']
  for (;;) {
    const at = pending.pop()
    if (at === undefined) return undefined
    for (const entry of entriesOf(join(root, at))) {
      left -= 1
      if (left < 0) return UNSEEN
      const name = join(at, entry.name)
      const found = why(name)
      if (found !== undefined) return found
      if (entry.isDirectory()) pending.push(name)
    }
  }
}

const entriesOf = (directory: string): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // No directory, or none that may be listed: then nothing in it can be carried either.
    return []
  }
}

const readWhole = (path: string): Buffer | typeof UNSEEN | undefined => {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    if (!stat.isFile()) return undefined
    if (stat.size > MAX_FILE_BYTES) return UNSEEN
    const bytes = Buffer.alloc(stat.size)
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0))
  } catch {
    // A word that names no file.
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Every line in which a patch may name a file; quotes and the prefixes of a diff are no part of a name that counts. */
const inPatch = (text: string, why: Why): LocalizedText | undefined => {
  const lines =
    text.match(/^(?:\+\+\+|---|\*\*\*|diff|Index:|rename to|copy to|rename from|copy from)[ \t].*$/gm) ?? []
  return firstOf(
    lines.flatMap(line => unescaped(line).split(/[\s"]+/)),
    why,
  )
}

/** git writes unusual names with their bytes in octal. */
const unescaped = (line: string): string =>
  line.replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const ZIP_LIST = Buffer.from('PK\u0001\u0002', 'latin1')

/** Forms that are not read here: bzip2, xz, 7z, zstd, lzip, lz4, compress, rar, xar, cab, ar, warc, mtree. */
const UNREAD = [
  ...['425a68', 'fd377a585a', '377abcaf', '28b52ffd', '4c5a4950', '04224d18', '1f9d', '52617221'],
  ...['78617221', '4d534346', '213c617263683e', '574152432f', '236d74726565'],
].map(sign => Buffer.from(sign, 'hex'))

/** Whoever unpacks it decides what it is, so it is read in every way it could be. */
const inArchive = (bytes: Buffer, why: Why): LocalizedText | typeof UNSEEN | undefined => {
  if (UNREAD.some(sign => bytes.indexOf(sign) === 0)) return UNSEEN
  const zipped = bytes.includes(ZIP) || bytes.includes(ZIP_LIST) ? inZip(bytes, why) : undefined
  if (zipped !== undefined || bytes[0] !== 0x1f || bytes[1] !== 0x8b)
    return zipped ?? inTar(bytes, why) ?? inCpio(bytes, why)
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
    return inTar(unpacked, why) ?? inCpio(unpacked, why)
  } catch {
    return UNSEEN
  }
}

const LINK = 0xa

/** Names stand before each file and in the list at the end, which need not agree. Where a link leads is packed. */
const inZip = (bytes: Buffer, why: Why): LocalizedText | typeof UNSEEN | undefined => {
  const names: string[] = []
  for (let at = bytes.indexOf(ZIP); at >= 0; at = bytes.indexOf(ZIP, at + 4))
    if (at + 30 <= bytes.length)
      names.push(bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26)))
  for (let at = bytes.indexOf(ZIP_LIST); at >= 0; at = bytes.indexOf(ZIP_LIST, at + 4)) {
    if (at + 46 > bytes.length) break
    if (bytes.readUInt32LE(at + 38) >>> 28 === LINK) return UNSEEN
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)))
  }
  return firstOf(names, why)
}

const BLOCK = 512
const MAX_NAME = 4096

/** Whatever stands where a name could: at the start of a block, split in two, or in a header of its own. */
const inTar = (bytes: Buffer, why: Why): LocalizedText | undefined => {
  for (let at = 0; at < bytes.length; at += BLOCK) {
    if (bytes[at] === 0) continue
    const name = textAt(bytes, at, MAX_NAME)
    const short = textAt(bytes, at, 100)
    const front = bytes.toString('latin1', at + 257, at + 262) === 'ustar' ? textAt(bytes, at + 345, 155) : ''
    const found = firstOf([name, short, `${front}/${short}`, textAt(bytes, at + 157, 100)], why)
    if (found !== undefined) return found
  }
  return firstOf(
    [...bytes.toString('utf8').matchAll(/path=([^\n\0]{1,4096})\n/g)].map(([, name]) => name ?? ''),
    why,
  )
}

/** The name follows a header of digits, of either length. */
const inCpio = (bytes: Buffer, why: Why): LocalizedText | undefined =>
  firstOf(
    [...bytes.toString('latin1').matchAll(/07070[127](?:[\dA-Fa-f]{104}|[0-7]{70})([^\0]{1,4096})/g)].map(
      ([, name]) => name ?? '',
    ),
    why,
  )

const textAt = (bytes: Buffer, at: number, most: number): string => {
  const text = bytes.toString('utf8', at, at + most)
  const end = text.search(/[\0\n]/)
  return end < 0 ? text : text.slice(0, end)
}

const firstOf = (names: readonly string[], why: Why): LocalizedText | undefined => {
  for (const name of names) {
    const found = why(name.replaceAll('\\', '/'))
    if (found !== undefined) return found
  }
  return undefined
}
