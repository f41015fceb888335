import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from './read.ts'
import type { ImageOutput } from './read-image.ts'
import { shrinkImage } from './shrink-image.ts'

const noise = (width: number, height: number) => {
  const data = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let at = 0; at < data.length; at++) {
    seed ^= seed << 13
    seed ^= seed >>> 17
    seed ^= seed << 5
    data[at] = seed
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#204080' } })

const show = async (data: Buffer, name: string) => {
  const call = makeToolCall()
  writeFileSync(join(call.cwd, name), data)
  const ran = await runTool(readTool, { file_path: name }, call)
  return { call, ran, file: (ran.output as ImageOutput).file }
}

/** A bitmap of two by two pixels, 24 bits, bottom row first: red, green / blue, white. */
const bmp = () => {
  const bytes = Buffer.alloc(54 + 16)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(2, 18)
  bytes.writeInt32LE(2, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  bytes.set([255, 0, 0, 255, 255, 255], 54)
  bytes.set([0, 0, 255, 0, 255, 0], 62)
  return bytes
}

test.each([
  ['png', 'image/png', () => plain(40, 20).png().toBuffer()],
  ['jpg', 'image/jpeg', () => plain(40, 20).jpeg().toBuffer()],
  ['gif', 'image/gif', () => plain(40, 20).gif().toBuffer()],
  ['webp', 'image/webp', () => plain(40, 20).webp().toBuffer()],
])('a small %s is shown as it is', async (name, type, make) => {
  const data = await make()
  const { ran, file } = await show(data, `a.${name}`)
  expect(ran.output).toEqual({
    type: 'image',
    file: {
      base64: data.toString('base64'),
      type,
      originalSize: data.length,
      dimensions: { originalWidth: 40, originalHeight: 20, displayWidth: 40, displayHeight: 20 },
    },
  })
  expect(readTool.show(ran.output)).toEqual([
    { type: 'image', source: { type: 'base64', media_type: type, data: file.base64 } },
    { type: 'text', text: '(40×20)' },
  ])
})

test('a bitmap is turned into a PNG with the same pixels', async () => {
  const { file } = await show(bmp(), 'a.bmp')
  const { data } = await sharp(Buffer.from(file.base64, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([file.type, [...data]]).toEqual(['image/png', [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]])
})

test('a damaged bitmap is an error the model can read', async () => {
  await expect(show(bmp().subarray(0, 58), 'a.bmp')).rejects.toThrow(/bitmap of a rare kind, or damaged/)
})

test('a large picture is scaled to the budget and the scale is said', async () => {
  const { ran, file } = await show(await plain(4000, 3000).png().toBuffer(), 'a.png')
  const { displayWidth, displayHeight } = file.dimensions
  expect(displayWidth * displayHeight).toBeLessThanOrEqual(1_201_000)
  expect(displayWidth / displayHeight).toBeCloseTo(4 / 3, 2)
  expect(ran.text).toMatch(/^<image>\(Scaled from 4000×3000 to 1265×949: multiply coordinates by 3\.16\.\)$/)
})

test('what a name says does not matter, the bytes do', async () => {
  expect((await show(await plain(4, 4).png().toBuffer(), 'photo.jpg')).file.type).toBe('image/png')
})

test('a picture that stays too heavy gets coarser', async () => {
  const data = await noise(900, 900).png().toBuffer()
  const shown = await shrinkImage('a', { data, mediaType: 'image/png' })
  expect([shown.type, shown.dimensions.displayWidth]).toEqual(['image/jpeg', 900])
  expect(Buffer.from(shown.base64, 'base64').length).toBeLessThanOrEqual(500_000)
})

test('the last resort is 400 by 400', async () => {
  const data = await noise(900, 600).png().toBuffer()
  const budget = { maxSide: 1568, maxPixels: 1_200_000, maxBytes: 10 }
  const shown = await shrinkImage('a', { data, mediaType: 'image/png' }, budget)
  expect([shown.type, shown.dimensions]).toEqual([
    'image/jpeg',
    { originalWidth: 900, originalHeight: 600, displayWidth: 400, displayHeight: 267 },
  ])
})

test('a photo is turned the way it was taken', async () => {
  const data = await plain(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const shown = await shrinkImage('a', { data, mediaType: 'image/jpeg' })
  expect([shown.dimensions.displayWidth, shown.dimensions.displayHeight]).toEqual([20, 40])
})
