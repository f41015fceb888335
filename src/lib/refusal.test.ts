import { expect, test } from 'vitest'
import { declinedWith, declinedWords, refusalReason, refusalText } from './refusal.ts'

test.each([
  ['', ''],
  [' use tabs ', 'use tabs'],
])('of a no with %j the person is reminded of %j', (words, said) => {
  const told = refusalText(declinedWith(words), 'Do what they say.')
  expect(declinedWords(refusalReason(told))).toBe(said)
})

test('a refusal that no person said has no words of theirs', () => {
  expect(declinedWords(refusalReason(refusalText('a rule denies it', undefined)))).toBeUndefined()
})
