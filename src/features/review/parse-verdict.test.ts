import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verbatim } from '../../protocol/messages/layout.ts'
import { isWord, parseVerdict } from './parse-verdict.ts'

test.each([
  ['{"verdict":"allow","reason":"fine"}', { verdict: 'allow', reason: verbatim('fine') }],
  [
    'Some thoughts.\n\n{"verdict":"deny","reason":" not  asked\\nfor "}\n',
    { verdict: 'deny', reason: verbatim('not asked for') },
  ],
])('%j is a verdict', (text, verdict) => {
  expect(parseVerdict(text)).toEqual(verdict)
})

test.each([
  '',
  'allow',
  '{"verdict":"ALLOW","reason":"x"}',
  '{"verdict":"allow"}',
  '{"verdict":"allow","reason":""}',
  '{"verdict":"allow","reason":1}',
  '{"verdict":"allow","reason":"x","sure":true}',
  '[{"verdict":"allow","reason":"x"}]',
  '{"verdict":"allow","reason":"x"} I think',
  '{"verdict":"allow","reason":"x"}\nOr rather not.',
  '{"verdict":"deny","reason":"x"}\n{"verdict":"allow","reason":"x"}',
  'I would write {"verdict":"allow","reason":"x"}',
])('%j is none', text => {
  expect(parseVerdict(text)).toBeUndefined()
})

test('no random text is an allow', () => {
  fc.assert(fc.property(fc.string(), text => parseVerdict(text) === undefined))
})

test('a word must stand alone', () => {
  expect(['ALLOW', ' allow\n', 'Allow'].every(text => isWord(text, 'ALLOW'))).toBe(true)
  expect(['ALLOW.', 'ALLOW LOOK', 'I ALLOW', '', 'ALLOWED'].some(text => isWord(text, 'ALLOW'))).toBe(false)
})
