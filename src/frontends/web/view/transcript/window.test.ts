import { expect, test } from 'vitest'
import { indexAt, offsetsOf, spanOf, topOf } from './window.ts'

const ids = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, at) => `r${from + at}`)
const known = (entries: Readonly<Record<string, number>>) => new Map(Object.entries(entries))

test('of ten thousand rows only those near the view are drawn', () => {
  const offsets = offsetsOf(ids(10_000), { known: new Map(), guess: 50 })
  expect(spanOf(offsets, { top: 250_000, height: 800 }, 500)).toEqual({ from: 4_990, to: 5_027 })
  expect(spanOf(offsets, { top: 0, height: 800 }, 500)).toEqual({ from: 0, to: 27 })
  expect(spanOf(offsets, { top: 499_200, height: 800 }, 500).to).toBe(10_000)
})

test('the row that is looked at stays where it is when rows come before it or grow above it', () => {
  const view = { top: 130, height: 400 }
  const before = ids(20)
  const offsets = offsetsOf(before, { known: new Map(), guess: 50 })
  const at = indexAt(offsets, view.top)
  const anchor = { id: before[at] ?? '', below: view.top - (offsets[at] ?? 0) }
  expect(anchor).toEqual({ id: 'r2', below: 30 })
  const more = [...ids(100, 1_000), ...before]
  const rows = { ids: more, offsets: offsetsOf(more, { known: known({ r0: 300 }), guess: 50 }) }
  expect(topOf(anchor, rows, view)).toBe(100 * 50 + 300 + 50 + 30)
})

test('at the end it stays at the end', () => {
  const rows = { ids: ids(10), offsets: offsetsOf(ids(10), { known: new Map(), guess: 100 }) }
  expect(topOf('end', rows, { top: 0, height: 300 })).toBe(700)
  expect(topOf({ id: 'gone', below: 0 }, rows, { top: 900, height: 300 })).toBe(700)
  expect(spanOf(offsetsOf([], { known: new Map(), guess: 1 }), { top: 0, height: 10 }, 10)).toEqual({
    from: 0,
    to: 0,
  })
})
