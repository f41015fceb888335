import { expect, test } from 'vitest'
import { readTokens, tokensAskedFor } from './token-words.ts'

test.each([
  ['+500k fix all the tests', 500_000],
  ['fix all the tests +1.5m', 1_500_000],
  ['fix all the tests +20k.', 20_000],
  ['+2M', 2_000_000],
  ['why does this answer +500k stars in the list?', undefined],
  ['add +5 to it', undefined],
  ['fix it', undefined],
])('%j asks for %s tokens', (text, tokens) => {
  expect(tokensAskedFor(text)).toBe(tokens)
})

test.each([
  ['500k', 500_000],
  ['20,000', 20_000],
  ['0', undefined],
  ['5$', undefined],
  ['9999m', undefined],
])('%j is %s tokens', (text, tokens) => {
  expect(readTokens(text)).toBe(tokens)
})
