import { structuredPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyHunks, linesOf, previousLineOf, previousLineOfHunks } from './align-lines.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 30 })

test.each([
  [['a', 'b'], ['a', 'x', 'b'], 0, 0],
  [['a', 'b'], ['a', 'x', 'b'], 1, undefined],
  [['a', 'b'], ['a', 'x', 'b'], 2, 1],
  [['a', 'b', 'c'], ['c'], 0, 2],
  [[], ['a'], 0, undefined],
] as const)('from %j to %j line %i comes from %s', (before, now, line, place) => {
  expect(previousLineOf(before, now, line)).toBe(place)
})

test('a line is never found where another text stands', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(), (before, now, at) => {
      fc.pre(now.length > 0)
      const line = at % now.length
      const place = previousLineOf(before, now, line)
      if (place !== undefined) expect(before[Number(place)]).toBe(now[line])
    }),
  )
})

test('a patch makes the text it was made from, and its hunks tell the same places as the texts', () => {
  fc.assert(
    fc.property(lines, lines, (before, now) => {
      const texts = [before, now].map(list => list.map(line => `${line}\n`).join(''))
      const { hunks } = structuredPatch('', '', texts[0] ?? '', texts[1] ?? '', '', '', { context: 3 })
      expect(applyHunks(texts[0] ?? '', hunks)).toBe(texts[1])
      for (const [line, text] of now.entries()) {
        const place = previousLineOfHunks(hunks, line)
        if (place !== undefined) expect(before[place]).toBe(text)
      }
    }),
  )
})

test('a patch that does not fit makes nothing', () => {
  expect(applyHunks('a\nb\n', [{ oldStart: 1, newStart: 1, lines: ['-x', '+y'] }])).toBeUndefined()
})

test.each([
  ['', []],
  ['a\n', ['a']],
  ['a\r\nb', ['a', 'b']],
  ['a\n\n', ['a', '']],
])('%j has the lines %j', (text, expected) => {
  expect(linesOf(text)).toEqual(expected)
})
