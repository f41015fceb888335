import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { textTokens } from '../tokens.ts'
import { fitWords } from './fit-words.ts'

const words = (...lengths: readonly number[]) =>
  lengths.map((length, at) => ({ text: String.fromCodePoint(97 + (at % 26)).repeat(length), id: `u${at}` }))
const lengthsOf = (fitted: ReturnType<typeof fitWords>) => fitted.words.map(({ text }) => text.length)

test('all of it stays as it is while there is room', () => {
  const said = words(9_000, 200, 12_000)
  expect(fitWords(said, 7_200)).toEqual({ words: said, omitted: 0 })
})

test('the longest between the first and the newest is cut first', () => {
  const [first, short, paste, newest] = lengthsOf(fitWords(words(9_000, 3_000, 90_000, 6_000), 10_000))
  expect([first, short, newest]).toEqual([9_000, 3_000, 6_000])
  expect(paste).toBeGreaterThan(11_000)
  expect(paste).toBeLessThanOrEqual(12_000)
})

test('then the first and the newest, but never below 4 KB', () => {
  const fitted = fitWords(words(90_000, 30_000, 90_000), 5_000)
  const [first = 0, middle, newest = 0] = lengthsOf(fitted)
  expect(middle).toBeLessThanOrEqual(4_096)
  expect(middle).toBeGreaterThan(3_900)
  expect(Math.min(first, newest)).toBeGreaterThan(4_800)
  expect(lengthsOf(fitWords(words(90_000, 90_000), 10)).every(length => length > 3_900)).toBe(true)
})

test('when even short ones are too many, the oldest but the first go and are counted', () => {
  const said = words(...Array.from({ length: 1_000 }, () => 300))
  const fitted = fitWords(said, 11_200)
  expect(fitted.omitted).toBe(900)
  expect(fitted.words).toEqual([said[0], ...said.slice(-99)])
})

test('cut ones go before short ones', () => {
  const said = words(100, ...Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 60_000 : 200)), 100)
  const fitted = fitWords(said, 1_500)
  expect(fitted.words.filter(({ text }) => text.length === 200)).toHaveLength(10)
  expect(fitted.omitted).toBe(5)
})

test('whatever was said, the result keeps within the budget or within 4 KB of the two ends', () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60_000 })), {
    maxLength: 60,
  })
  void fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 20_000 }), (each, budget) => {
      const said = words(...each)
      const { words: kept, omitted } = fitWords(said, budget)
      expect(kept.length + omitted).toBe(said.length)
      const tokens = kept.reduce((sum, { text }) => sum + textTokens(text) + 12, 0)
      expect(tokens).toBeLessThanOrEqual(Math.max(budget, 2 * (textTokens('x'.repeat(4_096)) + 12)))
      expect(kept.map(({ id }) => id)).toEqual(
        said.filter(({ id }) => kept.some(one => one.id === id)).map(({ id }) => id),
      )
    }),
    { numRuns: 60 },
  )
})
