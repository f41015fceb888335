import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBgrx, shrink, toPng } from './pixels.ts'

/** Red, green / blue, white, as screens hand them out. */
const FOUR = Uint8Array.from([0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0])

test('blue comes first on screens, and last in pictures', () => {
  expect([...(fromBgrx(FOUR, 2, 2)?.rgb ?? [])]).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
  expect(fromBgrx(FOUR, 3, 2)).toBeUndefined()
})

test('a smaller picture has the mean of what it stands for', () => {
  const four = fromBgrx(FOUR, 2, 2)
  expect(four && shrink(four, 1)).toEqual({ width: 1, height: 1, rgb: Uint8Array.from([127, 127, 127]) })
  expect(four && shrink(four, 2)).toBe(four)
  const wide = { width: 3, height: 1, rgb: new Uint8Array(9).fill(7) }
  expect(shrink(wide, 2)).toEqual({ width: 2, height: 1, rgb: new Uint8Array(6).fill(7) })
})

test('a PNG holds each row as its difference from the one above', async () => {
  const four = fromBgrx(FOUR, 2, 2)
  const png = four ? await toPng(four) : Buffer.alloc(0)
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
  const length = png.readUInt32BE(33)
  expect(png.toString('latin1', 37, 41)).toBe('IDAT')
  const rows = inflateSync(png.subarray(41, 41 + length))
  expect([...rows]).toEqual([2, 255, 0, 0, 0, 255, 0, 2, 1, 0, 255, 255, 0, 255])
})
