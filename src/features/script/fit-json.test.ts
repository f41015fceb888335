import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../../lib/work/in-steps.ts'
import { fitJson } from './fit-json.ts'

const fitted = (value: unknown, most = Number.POSITIVE_INFINITY) => atOnce(fitJson(value, most))

test('in pieces as JSON.stringify makes it at once', () => {
  const piece = 64 * 1024
  const around = (text: string) =>
    [-3, -2, -1, 0, 1].map(shift => `${'x'.repeat(piece + shift)}${text}${'y'.repeat(piece)}`)
  for (const text of [...around('😀😀'), ...around('"\\\n\u2028\ud800'), 'short'])
    for (const value of [
      text,
      { text, none: undefined, list: [text, undefined, null, 1] },
      [[text], { text }],
    ])
      expect(fitted(value).json === JSON.stringify(value)).toBe(true)
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ path: `a/${n}.txt`, line: n, text: 'é"' }))
  expect(fitted(rows).json).toBe(JSON.stringify(rows))
  fc.assert(fc.property(fc.jsonValue(), value => fitted(value).json === JSON.stringify(value)))
})

test('what is too long is cut, and said', () => {
  const text = '"😀'.repeat(60_000)
  const short = fitted(text, 100_000)
  expect(short.cut).toBe(true)
  expect(short.json.length).toBeLessThanOrEqual(100_000)
  expect(text.startsWith(JSON.parse(short.json).replace(/[\ud800-\udbff]$/, ''))).toBe(true)
  expect(short.json.length).toBeGreaterThan(95_000)
  const list = fitted(Array(50_000).fill('abc'), 1_000)
  expect([list.cut, JSON.parse(list.json).length]).toEqual([true, 166])
  const made = fitted({ stdout: text, stderr: 'e', exitCode: 3, left: undefined }, 100_000)
  expect(made.json.length).toBeLessThanOrEqual(100_000)
  expect(JSON.parse(made.json)).toMatchObject({ stderr: 'e', exitCode: 3, truncated: true })
})
