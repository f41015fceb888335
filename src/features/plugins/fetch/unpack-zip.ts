import { inflateRawSync } from 'node:zlib'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import { createTally, type Packed, type PluginLimits, tooMuch } from './unpacked.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const LINK = 0o120000
const KIND = 0o170000

interface ZipLimits extends PluginLimits {
  /** The path of the only file that is wanted: no other is unpacked. */
  readonly only?: string
}

/** The files of a zip archive. Links are left out; nothing is written. */
export const unpackZip = (archive: Uint8Array, limits: ZipLimits): readonly Packed[] => {
  const data = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  try {
    return entriesOf(data, limits)
  } catch (error) {
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

const damaged = (): PluginError => new PluginError('failed', pluginText('archive_damaged'))

const entriesOf = (data: Buffer, limits: ZipLimits): readonly Packed[] => {
  const end = findEnd(data)
  const count = data.readUInt16LE(end + 10)
  if (count > limits.files) throw tooMuch('too_many_files')
  const files: Packed[] = []
  const tally = createTally(limits)
  let at = data.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (data.readUInt32LE(at) !== ENTRY) throw damaged()
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => data.readUInt16LE(at + offset))
    const path = data.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const mode = data.readUInt32LE(at + 38) >>> 16
    const isWanted = limits.only === undefined || path === limits.only
    if (isWanted && !path.endsWith('/') && (mode & KIND) !== LINK) {
      const content = contentOf(data, at, tally.left())
      tally.add(content.length)
      files.push({ path, data: content, executable: (mode & 0o111) !== 0 })
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

/** At the end, before a comment of at most 64 KiB. */
const findEnd = (data: Buffer): number => {
  for (let at = data.length - 22; at >= Math.max(0, data.length - 22 - 0xffff); at -= 1)
    if (data.readUInt32LE(at) === END) return at
  throw damaged()
}

const contentOf = (data: Buffer, entry: number, left: number): Uint8Array => {
  const method = data.readUInt16LE(entry + 10)
  const packed = data.readUInt32LE(entry + 20)
  const local = data.readUInt32LE(entry + 42)
  if (data.readUInt32LE(local) !== LOCAL) throw damaged()
  const from = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28)
  const bytes = data.subarray(from, from + packed)
  if (bytes.length < packed) throw damaged()
  if (method === 0) return bytes
  if (method !== 8) throw new PluginError('failed', pluginText('archive_method', { method }))
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch('too_large')
    throw damaged()
  }
}
