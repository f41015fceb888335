import { expect, test } from 'vitest'
import { ITERATOR_METHODS } from './fill-in.ts'
import { PLAIN_FUNCTIONS } from './plain-functions.ts'

/** Ours and the runtime's own, which the tests run on. */
const both = (target: object, name: string) => {
  const ours = PLAIN_FUNCTIONS.find(row => row[0] === target && row[1] === name)?.[2]
  return [ours, Reflect.get(target, name)] as readonly ((...args: unknown[]) => unknown)[]
}

test('what an older runtime is given is what a newer one has', () => {
  for (const [target, name, value] of PLAIN_FUNCTIONS) {
    expect(typeof value, name).toBe('function')
    if (name in target) expect(typeof Reflect.get(target, name), name).toBe('function')
  }
  for (const name of Object.keys(ITERATOR_METHODS))
    expect(typeof Reflect.get(Iterator.prototype, name), name).toBe('function')
})

test('each function gives what that of the runtime gives', async () => {
  const odd = (value: unknown) => (Number(value) % 2 === 1 ? 'odd' : 'even')
  for (const [target, name, args] of [
    [Map, 'groupBy', [[1, 2, 3], odd]],
    [Object, 'groupBy', [[1, 2, 3], odd]],
    [RegExp, 'escape', ['a.b*c [x] {1} (y)|^$\\ -é\n,#']],
    [RegExp, 'escape', ['9 lives']],
    [RegExp, 'escape', ['_snake_case']],
  ] as const) {
    const [ours, theirs] = both(target, name)
    const [a, b] = [ours?.(...args), theirs?.call(target, ...args)]
    if (name === 'escape')
      for (const text of [String(args[0]), 'else'])
        expect(new RegExp(`^${a}$`, 'v').test(text), text).toBe(new RegExp(`^${b}$`, 'v').test(text))
    else expect(a, name).toEqual(b)
  }
  const [ours] = both(Promise, 'try')
  await expect(ours?.(() => Promise.resolve(3))).resolves.toBe(3)
  await expect(
    ours?.(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const [fromAsync] = both(Array, 'fromAsync')
  await expect(fromAsync?.([Promise.resolve(1), 2], (value: number) => value + 1)).resolves.toEqual([2, 3])
  const [bytes] = both(Response.prototype, 'bytes')
  await expect(bytes?.call(new Response('hi'))).resolves.toEqual(new Uint8Array([104, 105]))
})

test('sets and maps are asked as the runtime would', () => {
  const own = new Set([1, 2, 3])
  for (const other of [new Set([2, 3, 4]), new Set([1, 2, 3, 4]), new Set([9]), new Map([[1, 'x']])])
    for (const name of [
      'union',
      'intersection',
      'difference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ]) {
      const [ours, theirs] = both(Set.prototype, name)
      expect(ours?.call(own, other), name).toEqual(theirs?.call(own, other))
    }
  const [insert] = both(Map.prototype, 'getOrInsertComputed')
  const map = new Map([['a', 1]])
  expect([insert?.call(map, 'a', () => 2), insert?.call(map, 'b', (key: string) => key.length)]).toEqual([
    1, 1,
  ])
})

test('iterators walk no further than they must', () => {
  const numbers = function* () {
    for (let at = 1; ; at++) yield at
  }
  const { map, filter, take, drop, some, find, flatMap, toArray, every, reduce } = ITERATOR_METHODS
  const first = (values: unknown, count: number) => [...take.call(values as Iterable<unknown>, count)]
  expect(
    first(
      map.call(numbers(), value => Number(value) * 2),
      3,
    ),
  ).toEqual([2, 4, 6])
  expect(
    first(
      filter.call(numbers(), value => Number(value) % 2),
      2,
    ),
  ).toEqual([1, 3])
  expect(
    first(
      flatMap.call(numbers(), value => [value, value]),
      3,
    ),
  ).toEqual([1, 1, 2])
  expect(first(drop.call(numbers(), 2), 2)).toEqual([3, 4])
  expect(some.call(numbers(), value => Number(value) > 5)).toBe(true)
  expect(every.call(numbers(), value => Number(value) < 5)).toBe(false)
  expect(find.call(numbers(), value => Number(value) > 5)).toBe(6)
  expect(toArray.call(take.call(numbers(), 2))).toEqual([1, 2])
  expect(reduce.call(take.call(numbers(), 4), (sum, value) => Number(sum) + Number(value), 0)).toBe(10)
})
