import { gunzipSync } from 'node:zlib'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import { createTally, type Packed, type PluginLimits, tooMuch } from './unpacked.ts'

const BLOCK = 512

/** The files of a tar archive, packed or not. Links and devices are left out; nothing is written. */
export const unpackTar = (archive: Uint8Array, limits: PluginLimits): readonly Packed[] => {
  const data = isGzip(archive) ? inflate(archive, limits) : archive
  const files: Packed[] = []
  const tally = createTally(limits)
  let names: { path?: string } = {}
  for (let at = 0; at + BLOCK <= data.length; ) {
    const header = data.subarray(at, at + BLOCK)
    if (header.every(byte => byte === 0)) break
    const { path, size, type, mode } = readHeader(header, limits)
    const body = data.subarray(at + BLOCK, at + BLOCK + size)
    if (body.length < size) throw new PluginError('failed', pluginText('archive_cut'))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'x') names = paxNames(body)
    else if (type === 'L') names = { path: textOf(body) }
    else if (type !== 'g' && type !== 'K') {
      if (type === '0') {
        tally.add(size)
        files.push({ path: names.path ?? path, data: body, executable: (mode & 0o111) !== 0 })
      }
      names = {}
    }
  }
  return files
}

const isGzip = (data: Uint8Array): boolean => data[0] === 0x1f && data[1] === 0x8b

const inflate = (data: Uint8Array, limits: PluginLimits): Uint8Array => {
  try {
    return gunzipSync(data, { maxOutputLength: limits.bytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch('too_large')
    throw new PluginError('failed', pluginText('archive_damaged'))
  }
}

const textOf = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0)
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)).toString('utf8')
}

const readHeader = (header: Uint8Array, limits: PluginLimits) => {
  const field = (from: number, to: number): string => textOf(header.subarray(from, to))
  const octal = (from: number, to: number): number => Number.parseInt(field(from, to).trim() || '0', 8)
  const size = octal(124, 136)
  if (!Number.isSafeInteger(size) || size < 0 || size > limits.bytes) throw tooMuch('too_large')
  const prefix = field(257, 262) === 'ustar' ? field(345, 500) : ''
  const type = String.fromCharCode(header[156] ?? 0)
  return {
    path: prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`,
    size,
    mode: octal(100, 108),
    type: type === '\0' || type === '7' ? '0' : type,
  }
}

/** `12 path=a/b\n` … */
const paxNames = (body: Uint8Array): { path?: string } => {
  const [, path] = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(Buffer.from(body).toString('utf8')) ?? []
  return path === undefined ? {} : { path }
}
