import { expect, test } from 'vitest'
import { fitParts } from './fit-parts.ts'

const parts = [
  { text: 'working', rank: 9 },
  { text: '12s', rank: 5 },
  { text: 'Esc stop', rank: 7 },
]

test.each([
  [40, 'working · 12s · Esc stop'],
  [20, 'working · Esc stop'],
  [12, 'working'],
  [3, 'working'],
])('in %i columns the least important parts are left out', (width, line) => {
  expect(fitParts(parts, width, ' · ')).toBe(line)
})

test('empty parts take no place', () => {
  expect(
    fitParts(
      [
        { text: 'a', rank: 1 },
        { text: '', rank: 9 },
      ],
      10,
      ' · ',
    ),
  ).toBe('a')
})
