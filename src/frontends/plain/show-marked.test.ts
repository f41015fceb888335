import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../test/support/any-character.ts'
import { inColour, plainly } from './paint.ts'
import { showMarked } from './show-marked.ts'

const show = (text: string, ...spans: readonly (readonly [number, number])[]) =>
  showMarked(
    text,
    spans.map(([from, to]) => ({ from, to })),
    { width: 20, paint: plainly },
  )

test('marks stand under what they mean, also behind wide and hidden characters', () => {
  expect(show('ls; rm x', [4, 8])).toEqual(['ls; rm x', '    ^^^^'])
  expect(show('漢 rm', [2, 4])).toEqual(['漢 rm', '   ^^'])
  expect(show('a\u200b rm', [1, 2])).toEqual(['a\\u{200b} rm', ' ^^^^^^^^'])
})

test('a long line is broken and a span goes on', () => {
  expect(show('0123456789012345678901234', [18, 22])).toEqual([
    '01234567890123456789',
    '                  ^^',
    '01234',
    '^^',
  ])
})

test('of very long text only the beginning and what is marked is shown, and how much is left out', () => {
  const text = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const at = text.indexOf('line 70')
  expect(show(text, [at, at + 4])).toEqual([
    'line 0',
    'line 1',
    '⋯ 68 lines left out',
    'line 70',
    '^^^^',
    '⋯ 29 lines left out',
  ])
})

test('a refused piece is red, an asked one yellow', () => {
  const lines = showMarked(
    'abc',
    [
      { from: 0, to: 2, verdict: 'deny' },
      { from: 2, to: 3 },
    ],
    {
      width: 20,
      paint: inColour,
    },
  )
  expect(lines).toEqual(['abc', '\u001b[31m^^\u001b[39m\u001b[33m^\u001b[39m'])
})

test('nothing shown can act on the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 60 }), fc.nat(60), (text, at) => {
      expect(show(text, [at, at + 3]).join('')).not.toMatch(/[\p{Cc}\u200b\u202e]/u)
    }),
  )
})
