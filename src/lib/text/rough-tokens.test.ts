import { expect, test } from 'vitest'
import { letterLength, roughTokens } from './rough-tokens.ts'

/** Tokens for one character, from the least to the most that published tokenizers take. */
test.each([
  ['English', 'The quick brown fox jumps over the lazy dog. ', 0.2, 0.3],
  ['accented Latin', 'Füße, garçon, niño, żółw und Ähnliches. ', 0.2, 0.4],
  ['Chinese', '请把购物车里的批量价算对，并说明原因。', 0.55, 1.1],
  ['traditional Chinese', '請檢查這個檔案，並回報結果。', 0.55, 1.2],
  ['Japanese', 'テストを実行して、結果を教えてください。', 0.55, 1.1],
  ['Korean', '테스트를 실행하고 결과를 알려 주세요. ', 0.45, 1.1],
  ['Russian', 'Проверь, пожалуйста, корзину покупок. ', 0.25, 0.5],
  ['full-width signs', '，。：；？！（）', 0.55, 1.1],
  ['pictures', '🎉🚀', 0.75, 1.5],
  ['lines of a box', '┌─────┐ │ → – ', 0.2, 0.6],
])('%s', (_, sample, least, most) => {
  const text = sample.repeat(20)
  const each = roughTokens(text) / text.length
  expect(each).toBeGreaterThanOrEqual(least)
  expect(each).toBeLessThanOrEqual(most)
})

test('a mixed text is the sum of its parts, and no text is nothing', () => {
  const [code, words] = ['const total = sum(items)', '合计不含税']
  expect(roughTokens(code + words)).toBeCloseTo(roughTokens(code) + roughTokens(words))
  expect(roughTokens('')).toBe(0)
})

test('JSON has shorter tokens, its Chinese does not', () => {
  expect(roughTokens('{"a":1}', 2)).toBe(3.5)
  expect(roughTokens('合计', 2)).toBe(roughTokens('合计'))
})

test('a length in letters is the length of what is Latin, and about three times that of what is Chinese', () => {
  expect(letterLength('letters')).toBe(7)
  expect(letterLength('合计')).toBe(6)
})
