import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, nearestName } from './nearest-name.ts'

test.each([
  ['', '', 0],
  ['a', '', 1],
  ['demo', 'demo', 0],
  ['dmeo', 'demo', 2],
  ['kitten', 'sitting', 3],
])('%j and %j are %i apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
})

test('distance is symmetric, and zero only between equals', () => {
  const short = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(short, short, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})

test.each<[string, number, string | undefined]>([
  ['modell', 2, 'model'],
  ['modle', 2, 'mode'],
  ['mdoe', 1, 'mode'],
  ['modle', 1, 'mode'],
  ['model', 0, 'model'],
  ['mod', 2, 'mode'],
  ['xyz', 2, undefined],
])('the nearest to %j within %i is %j', (word, within, expected) => {
  expect(nearestName(word, ['mode', 'model', 'verbose'], within)).toBe(expected)
})

test.each<[string, string | undefined]>([
  ['nope', undefined],
  ['cpoy', 'copy'],
  ['coppy', 'copy'],
  ['hlep', 'help'],
  ['reusme', 'resume'],
  ['contxet', 'context'],
  ['permisions', 'permissions'],
  ['x', undefined],
])('of names that are no slip of the pen away none is suggested: %j means %j', (word, expected) => {
  expect(nearestName(word, ['copy', 'help', 'resume', 'context', 'permissions'])).toBe(expected)
})
