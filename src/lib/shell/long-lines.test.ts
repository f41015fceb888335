import { beforeAll, expect, test } from 'vitest'
import type { ShellReader } from './command.ts'
import { loadShellReader } from './lower.ts'

let read: ShellReader
beforeAll(async () => {
  read = await loadShellReader()
})

test.each(['a', '$*', '"$a"', '*', 'a b'])(
  'what is known of a pipeline of %s grows with its length',
  unit => {
    const sizeOf = (count: number): number => {
      const lowered = read(Array.from({ length: count }, () => unit).join(' | '))
      expect(lowered.ok).toBe(true)
      return lowered.ok ? lowered.commands.reduce((sum, { fedBy = [] }) => sum + fedBy.length + 1, 0) : 0
    }
    expect(sizeOf(2_000)).toBeLessThanOrEqual(2.2 * sizeOf(1_000))
  },
)

test('what feeds one of the first commands of a pipeline is known; further back it counts as unknown', () => {
  const lowered = read(Array.from({ length: 100 }, (_, at) => `c${at}`).join(' | '))
  const fed = lowered.ok ? lowered.commands.map(({ fedBy }) => fedBy?.length) : []
  expect([fed[0], fed[1], fed[32], fed[33], fed[99]]).toEqual([undefined, 1, 32, undefined, undefined])
})

test.each(['$(', '}$(', '${a:-$(', ')${a:-', '}}}$(a', '(', '{ ', '){ ', '`$('])(
  'what is nested too deep is refused before it is read: %s',
  unit => {
    const lowered = read(unit.repeat(5_000))
    expect(lowered.ok ? '' : lowered.error).toBe('it is nested too deep')
  },
)
