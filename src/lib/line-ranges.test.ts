import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterReplacing, holdsLines, joinRanges, type LineRange, lineBefore } from './line-ranges.ts'

const range = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -1, max: 6 }))
  .map(([from, more]) => ({ from, to: from + more }))
const linesOf = (ranges: readonly LineRange[]): readonly number[] => [
  ...new Set(
    ranges.flatMap(({ from, to }) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)),
  ),
]

test('joined ranges hold the lines of all of them, in order and apart', () => {
  fc.assert(
    fc.property(fc.array(range), fc.array(range), (a, b) => {
      const joined = joinRanges(a, b)
      expect(linesOf(joined)).toEqual(linesOf([...a, ...b]).toSorted((x, y) => x - y))
      for (const [index, { from }] of joined.entries())
        expect(from).toBeGreaterThan((joined[index - 1]?.to ?? -1) + 1)
    }),
  )
})

test('after a replacement the lines known are those that were, moved, and those written in their place', () => {
  const LINES = 20
  const place = fc
    .tuple(fc.integer({ min: 1, max: LINES }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 6 }))
    .map(([from, more, lines]) => ({ from, to: Math.min(LINES, from + more), lines }))
  fc.assert(
    fc.property(fc.array(range, { minLength: 1 }), place, (ranges, replaced) => {
      const known = joinRanges(ranges)
      fc.pre(holdsLines(known, replaced))
      const before = Array.from({ length: 40 }, (_, n) => n + 1)
      const after = before.toSpliced(
        replaced.from - 1,
        replaced.to - replaced.from + 1,
        ...Array.from({ length: replaced.lines }, () => 0),
      )
      const moved = afterReplacing(known, [replaced])
      for (const [at, was] of after.entries()) {
        expect(holdsLines(moved, { from: at + 1, to: at + 1 })).toBe(
          was === 0 || holdsLines(known, { from: was, to: was }),
        )
        if (was > 0) expect(lineBefore(at + 1, [replaced])).toBe(was)
      }
    }),
  )
})

test('of a range that a replacement reaches out of, nothing is known any more', () => {
  expect(
    afterReplacing(
      [
        { from: 5, to: 10 },
        { from: 20, to: 21 },
      ],
      [{ from: 9, to: 12, lines: 1 }],
    ),
  ).toEqual([{ from: 17, to: 18 }])
})
