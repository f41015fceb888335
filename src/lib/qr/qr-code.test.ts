import { expect, test } from 'vitest'
import { qrLines } from './link-code.ts'
import { qrCode } from './qr-code.ts'
import { formatBits, versionBits } from './qr-grid.ts'
import { correctionOf } from './reed-solomon.ts'

test('what corrects, the format and the version are those of published examples', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  expect(formatBits(0).toString(2)).toBe('111011111000100')
  expect(formatBits(4).toString(2)).toBe('110011000101111')
  expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100')
})

/** Reads a code as a camera's program does: format, mask, path, blocks; a wrong byte would not divide evenly. */
const read = (rows: readonly (readonly boolean[])[]): string => {
  const size = rows.length
  const version = (size - 17) / 4
  const bit = (x: number, y: number): number => (rows[y]?.[x] ? 1 : 0)
  const spots = [0, 1, 2, 3, 4, 5, 7, 8].map(y => bit(8, y))
  const format = [...spots, bit(7, 8), ...[5, 4, 3, 2, 1, 0].map(x => bit(x, 8))]
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find(
    each => formatBits(each).toString(2).padStart(15, '0') === format.toReversed().join(''),
  )
  expect(mask).toBeDefined()
  const masked = (x: number, y: number): boolean =>
    [
      (x + y) % 2,
      y % 2,
      x % 3,
      (x + y) % 3,
      (Math.trunc(x / 3) + Math.trunc(y / 2)) % 2,
      ((x * y) % 2) + ((x * y) % 3),
      (((x * y) % 2) + ((x * y) % 3)) % 2,
      (((x + y) % 2) + ((x * y) % 3)) % 2,
    ][mask ?? 0] === 0
  const middles = version === 1 ? [] : version < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
  const isFixed = (x: number, y: number): boolean =>
    x === 6 ||
    y === 6 ||
    (x < 9 && (y < 9 || y >= size - 8)) ||
    (x >= size - 8 && y < 9) ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    middles.some(a =>
      middles.some(
        b =>
          Math.abs(x - a) < 3 &&
          Math.abs(y - b) < 3 &&
          ![
            [6, 6],
            [6, size - 7],
            [size - 7, 6],
          ].some(([c, d]) => c === a && d === b),
      ),
    )
  const bits: number[] = []
  const columns = Array.from({ length: size }, (_, at) => size - 1 - at).filter(x => x !== 6)
  for (let pair = 0; pair < columns.length; pair += 2)
    for (let step = 0; step < size; step++) {
      const y = (pair / 2) % 2 === 0 ? size - 1 - step : step
      for (const x of columns.slice(pair, pair + 2))
        if (!isFixed(x, y)) bits.push(bit(x, y) ^ (masked(x, y) ? 1 : 0))
    }
  const bytes = Array.from({ length: bits.length >> 3 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  const blocks = version < 6 ? 1 : version < 10 ? 2 : 4
  const each = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18][version - 1] ?? 0
  const room = bytes.length - each * blocks
  const sizes = Array.from({ length: blocks }, (_, at) => Math.floor((room + at) / blocks))
  const parts: number[][] = sizes.map(() => [])
  let from = 0
  for (let at = 0; at < Math.max(...sizes); at++)
    for (const [block, length] of sizes.entries()) if (at < length) parts[block]?.push(bytes[from++] ?? 0)
  for (const [block, part] of parts.entries())
    expect(correctionOf(part, each)).toEqual(
      Array.from({ length: each }, (_, at) => bytes[room + at * blocks + block]),
    )
  const text = parts
    .flat()
    .map(byte => byte.toString(2).padStart(8, '0'))
    .join('')
  const long = version < 10 ? 8 : 16
  expect(text.slice(0, 4)).toBe('0100')
  const length = Number.parseInt(text.slice(4, 4 + long), 2)
  const data = Array.from({ length }, (_, at) =>
    Number.parseInt(text.slice(4 + long + at * 8, 12 + long + at * 8), 2),
  )
  return new TextDecoder().decode(Uint8Array.from(data))
}

test.each([1, 53, 106, 107, 154, 231, 271])('a text of %s bytes is read from its code as it was', length => {
  const text = `é${'https://capstan.example:4519/login?code=Z'.repeat(9)}`.slice(0, length - 1) || 'x'
  const rows = qrCode(text)
  expect(rows && read(rows)).toBe(text)
})

test('what is too long for a screen has no code', () => {
  expect(qrCode('x'.repeat(272))).toBeUndefined()
})

test('two squares stand in one sign, with light around them, on a dark and on a light ground', () => {
  const dark = qrLines('capstan') ?? []
  expect([dark.length, dark[0]]).toEqual([13, '█'.repeat(25)])
  expect(dark[1]?.slice(0, 10)).toBe('██ ▄▄▄▄▄ █')
  expect(qrLines('capstan', 'light')?.[1]?.slice(0, 10)).toBe('  █▀▀▀▀▀█ ')
})
