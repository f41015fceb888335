import { expect, test } from 'vitest'
import { decodeBmp } from './bmp.ts'

interface Form {
  readonly bits: number
  readonly rows: number
  readonly pixels: readonly number[]
  readonly palette?: readonly number[]
  readonly compression?: number
  readonly width?: number
}

/** Two pixels wide unless said otherwise. */
const bitmap = ({ bits, rows, pixels, palette = [], compression = 0, width = 2 }: Form): Buffer => {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + palette.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(rows, 22)
  header.writeUInt16LE(bits, 28)
  header.writeUInt32LE(compression, 30)
  return Buffer.concat([header, Buffer.from(palette), Buffer.from(pixels)])
}

test.each<[string, Form, readonly number[]]>([
  ['24 bits, rows padded', { bits: 24, rows: 1, pixels: [1, 2, 3, 4, 5, 6, 0, 0] }, [3, 2, 1, 6, 5, 4]],
  ['32 bits', { bits: 32, rows: 1, pixels: [1, 2, 3, 9, 4, 5, 6, 9] }, [3, 2, 1, 6, 5, 4]],
  ['bit fields', { bits: 32, rows: 1, compression: 3, pixels: [1, 2, 3, 9, 4, 5, 6, 9] }, [3, 2, 1, 6, 5, 4]],
  [
    'a palette',
    { bits: 8, rows: 1, palette: [1, 2, 3, 0, 4, 5, 6, 0], pixels: [1, 0, 0, 0] },
    [6, 5, 4, 3, 2, 1],
  ],
  [
    'rows from the bottom',
    { bits: 32, rows: 2, pixels: [1, 1, 1, 0, 1, 1, 1, 0, 2, 2, 2, 0, 2, 2, 2, 0] },
    [2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1],
  ],
  [
    'rows from the top',
    { bits: 32, rows: -2, pixels: [1, 1, 1, 0, 1, 1, 1, 0, 2, 2, 2, 0, 2, 2, 2, 0] },
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2],
  ],
])('%s', async (_name, form, data) => {
  const size = { width: 2, height: Math.abs(form.rows) }
  expect(await decodeBmp(bitmap(form))).toEqual({
    ...size,
    full: size,
    channels: 3,
    data: new Uint8Array(data),
  })
})

test.each<[string, Form]>([
  ['compressed', { bits: 8, rows: 1, compression: 1, pixels: [0, 0, 0, 0] }],
  ['of 16 bits', { bits: 16, rows: 1, pixels: [0, 0, 0, 0] }],
  ['without its pixels', { bits: 24, rows: 4, pixels: [0] }],
  ['of no height', { bits: 24, rows: 0, pixels: [] }],
  ['of negative width', { bits: 24, rows: 1, width: -2, pixels: [0, 0, 0, 0, 0, 0, 0, 0] }],
  ['of an absurd size', { bits: 24, rows: 2_000_000_000, width: 2_000_000_000, pixels: [0] }],
])('a bitmap %s is left alone', async (_name, form) => {
  expect(await decodeBmp(bitmap(form))).toBeUndefined()
})

test('a large bitmap leaves turns to others, and of a very large one only some of the pixels are taken', async () => {
  const [width, height] = [6000, 4000]
  const pixels = Buffer.alloc(width * height, 1)
  const large = Buffer.concat([
    bitmap({ bits: 8, rows: -height, width, palette: [1, 2, 3, 0, 4, 5, 6, 0], pixels: [] }),
    pixels,
  ])
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const decoded = await decodeBmp(large)
  isOver = true
  expect([decoded?.width, decoded?.height, decoded?.full]).toEqual([3000, 2000, { width, height }])
  expect([...(decoded?.data.subarray(-3) ?? [])]).toEqual([6, 5, 4])
  expect(turns).toBeGreaterThan(4)
})
