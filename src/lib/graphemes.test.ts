import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../test/support/any-character.ts'
import { graphemesOf } from './graphemes.ts'

test.each([
  ['abc', ['a', 'b', 'c']],
  ['你好👍é', ['你', '好', '👍', 'é']],
  ['e\u0301x', ['e\u0301', 'x']],
  ['👨‍👩‍👧a', ['👨‍👩‍👧', 'a']],
  ['🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
  ['⚠️!', ['⚠️', '!']],
  ['👍🏽', ['👍🏽']],
  ['1️⃣2', ['1️⃣', '2']],
  ['각간', ['각', '간']],
  ['각', ['각']],
  ['क्षि', ['क्षि']],
  ['กำ', ['กำ']],
  ['─│╭', ['─', '│', '╭']],
  ['\r\nx', ['\r\n', 'x']],
  ['', []],
])('%j is made of %j', (text, parts) => {
  expect(graphemesOf(text)).toEqual(parts)
})

const ODD = [
  'e',
  '\u0301',
  '👍',
  '🏽',
  '\u200d',
  '👩',
  '⚠',
  '\ufe0f',
  '🇩',
  '🇪',
  '한',
  '\u11a8',
  '你',
  ' ',
  '─',
  'ก',
  'ำ',
  '\n',
]

test('the parts are those of Intl.Segmenter', () => {
  const segmenter = new Intl.Segmenter()
  const text = fc.array(fc.constantFrom(...ODD), { maxLength: 12 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(text, value => {
      expect(graphemesOf(value)).toEqual([...segmenter.segment(value)].map(part => part.segment))
    }),
    { numRuns: 1000 },
  )
})

test('nothing of a text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), text => {
      expect(graphemesOf(text).join('')).toBe(text)
    }),
  )
})

test('a row of signs that join the next letter is read once, also when no letter follows', () => {
  expect(graphemesOf(`क${'\u094d'.repeat(200_000)}`)).toHaveLength(1)
})
