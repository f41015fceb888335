import { expect, test } from 'vitest'
import { shapeText } from './shape.ts'

test.each([
  ['text', 'string'],
  [null, 'null'],
  [[], '[]'],
  [{}, '{}'],
  [
    [
      { id: 1, title: 'a', closed: null },
      { id: 2, title: 'b', closed: 'then', by: { name: 'x' } },
    ],
    '[{ id: number, title: string, closed: null | string, by?: { name: string } }]',
  ],
  [[1, 'a', [true]], '[number | string | [boolean]]'],
  [{ 'a b': 1, 'c@d.example': 2 }, '{ [key]: number }'],
  [Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`k${at}`, at])), '{ [key]: number }'],
])('data tell their shape and nothing of themselves', (value, shape) => {
  expect(shapeText(value)).toBe(shape)
})

test('what nests without an end is told to a depth', () => {
  const deep = Array.from({ length: 50 }).reduce<object>(inside => ({ inside }), {})
  expect(shapeText(deep)).toMatch(/^(?:\{ inside: ){6}\{ \[key\]: unknown \}(?: \}){6}$/)
})
