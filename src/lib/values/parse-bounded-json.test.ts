import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBoundedJson } from './parse-bounded-json.ts'

test('answers what JSON.parse answers', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), text => {
      expect(parseBoundedJson(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 300, seed: 29 },
  )
})

test.each([
  ['lists', `${'['.repeat(101)}${']'.repeat(101)}`],
  ['objects', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
  ['without an end', '[{"a":'.repeat(100_000)],
  ['behind strings that look like brackets', `["]]]]","\\"]",${'['.repeat(200)}`],
])('%s nested too deep are refused in a sentence', (_name, text) => {
  expect(() => parseBoundedJson(text)).toThrow('nested more than 100 levels')
})

test('brackets in strings do not count', () => {
  expect(parseBoundedJson(JSON.stringify(['['.repeat(500)]))).toEqual(['['.repeat(500)])
})
