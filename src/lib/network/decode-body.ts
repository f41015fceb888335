import { promisify } from 'node:util'
import { NetworkError } from './network-error.ts'

/** Undoes the content encoding, never to more than `maxBytes`. One layer: nobody needs two, bombs do. */
export const decodeBody = async (
  body: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> => {
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity' || body.length === 0) return body
  const zlib = await import('node:zlib')
  const isWrapped = ((body[0] ?? 0) & 0x0f) === 8
  const decoders: Readonly<Record<string, (data: Uint8Array, options: object) => Promise<Uint8Array>>> = {
    gzip: promisify(zlib.gunzip),
    'x-gzip': promisify(zlib.gunzip),
    br: promisify(zlib.brotliDecompress),
    // Some servers leave out the wrapper that the standard asks for.
    deflate: promisify(isWrapped ? zlib.inflate : zlib.inflateRaw),
  }
  const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
  if (!decode)
    throw new NetworkError('encoding', {
      en: 'the answer is packed in a way that is not supported',
      zh: '不支持返回内容的压缩方式',
    })
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? new NetworkError('too-large', {
          en: `the answer is larger than ${maxBytes} bytes when unpacked`,
          zh: `返回内容解压后超过 ${maxBytes} 字节`,
        })
      : new NetworkError(
          'encoding',
          { en: `the answer cannot be unpacked as ${name}`, zh: `无法按 ${name} 解压返回内容` },
          error,
        )
  }
}
