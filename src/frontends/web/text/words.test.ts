import { expect, test } from 'vitest'
import { wordsFor } from './words.ts'

test.each([
  [['zh-CN', 'en'], 'zh'],
  [['zh-Hant-TW'], 'zh'],
  [['de-DE', 'zh-CN', 'en'], 'zh'],
  [['en-GB', 'zh'], 'en'],
  [['de-DE'], 'en'],
  [[], 'en'],
])('a browser that asks for %j gets %s', (languages, language) => {
  expect(wordsFor(languages).language).toBe(language)
})
