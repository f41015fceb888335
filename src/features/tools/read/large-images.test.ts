import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { shrinkImage } from './shrink-image.ts'

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#204080' } })

/** Each: a picture of a few pixels whose header says that it has many more. */
const CLAIMS: Readonly<Record<string, (width: number, height: number) => Promise<Buffer>>> = {
  'image/png': async (width, height) => {
    const data = await plain(8).png().toBuffer()
    data.writeUInt32BE(width, 16)
    data.writeUInt32BE(height, 20)
    data.writeUInt32BE(crc32(data.subarray(12, 29)), 29)
    return data
  },
  'image/jpeg': async (width, height) => {
    const data = await plain(8).jpeg().toBuffer()
    const frame = data.indexOf(Buffer.from([0xff, 0xc0]))
    data.writeUInt16BE(height, frame + 5)
    data.writeUInt16BE(width, frame + 7)
    return data
  },
  'image/gif': async (width, height) => {
    const data = await plain(8).gif().toBuffer()
    data.writeUInt16LE(width, 6)
    data.writeUInt16LE(height, 8)
    const frame = data.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0]))
    data.writeUInt16LE(width, frame + 5)
    data.writeUInt16LE(height, frame + 7)
    return data
  },
  'image/webp': async (width, height) => {
    const data = await plain(8).webp({ lossless: true }).toBuffer()
    const bits = data.readUInt32LE(21)
    data.writeUInt32LE(((bits & 0xf0000000) | (width - 1) | ((height - 1) << 14)) >>> 0, 21)
    return data
  },
}

const LARGE = [
  [10_100, 10_000],
  [16_000, 16_000],
  [16_000, 6_400],
] as const

test.each(
  Object.keys(CLAIMS).flatMap(type => LARGE.map(([width, height]) => [type, width, height] as const)),
)('a header of %s that says %d×%d is enough to refuse it', async (type, width, height) => {
  const data = await CLAIMS[type]?.(width, height)
  if (!data) throw new Error(`no header for ${type}`)
  await expect(shrinkImage('big', { data, mediaType: type as 'image/png' })).rejects.toThrow(
    new RegExp(`^big has ${width}×${height} pixels, more than the \\d+ million that can be shown\\. Make a`),
  )
})

test('a photo may have more pixels than what is decoded whole', async () => {
  const [png, jpeg] = await Promise.all(
    ['image/png', 'image/jpeg'].map(async mediaType => {
      const data = await CLAIMS[mediaType]?.(9_000, 9_000)
      return await shrinkImage('big', { data: data ?? Buffer.alloc(0), mediaType: mediaType as 'image/png' })
        .then(shown => shown.type)
        .catch((error: Error) => error.message)
    }),
  )
  expect(png).toMatch(/^big has 9000×9000 pixels, more than the 50 million/)
  // There are not as many in it: what the decoder makes of that is its own affair.
  expect(jpeg).not.toContain('million')
})

/** How often the bytes of a picture are asked for while it is made to fit. */
const opened = async (mediaType: 'image/png' | 'image/jpeg' | 'image/webp', maxBytes: number) => {
  const data = await plain(400)
    .toFormat(mediaType.slice(6) as 'png')
    .toBuffer()
  let count = 0
  const image = {
    mediaType,
    get data() {
      count += 1
      return data
    },
  }
  await shrinkImage('a', image, { maxSide: 300, maxPixels: 1_000_000, maxBytes })
  return count
}

test.each(['image/png', 'image/jpeg', 'image/webp'] as const)(
  'however coarse %s has to become, it is decoded once',
  async mediaType => {
    expect(await opened(mediaType, 1)).toBe(await opened(mediaType, 1_000_000))
  },
)

test('what has more bits in a channel keeps its colors when it gets coarser', async () => {
  const grey = Buffer.alloc(400 * 400 * 6)
  for (let at = 0; at < grey.length; at += 2) grey.writeUInt16LE(0x8080, at)
  const data = await sharp(grey, { raw: { width: 400, height: 400, channels: 3, depth: 'ushort' } } as never)
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const shown = await shrinkImage(
    'a',
    { data, mediaType: 'image/png' },
    { maxSide: 300, maxPixels: 1e6, maxBytes: 1 },
  )
  const { dominant } = await sharp(Buffer.from(shown.base64, 'base64')).stats()
  expect(Math.abs(dominant.r - 0x80)).toBeLessThan(10)
})
