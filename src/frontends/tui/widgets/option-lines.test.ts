import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { createTheme } from '../theme/create-theme.ts'
import { hintLines } from './hint-lines.ts'
import { listWindow, looseMatch, windowByHeight } from './list-window.ts'
import { optionLines } from './option-lines.ts'

const theme = createTheme('dark', { colours: 0 })

test.each([
  [{ label: 'Yes' }, 20, ['❯ Yes']],
  [{ label: 'Yes', hotkey: '1' }, 20, ['❯ 1. Yes']],
  [{ label: 'Yes', detail: 'now' }, 20, ['❯ Yes  now']],
  [{ label: 'Yes', detail: 'as long as it lasts' }, 20, ['❯ Yes', '  as long as it', '  lasts']],
  [{ label: 'a long label', hotkey: '1' }, 12, ['❯ 1. a long', '     label']],
  [{ label: '你好世界', hotkey: '1' }, 10, ['❯ 1. 你好', '     世界']],
])('%j in %i columns', (option, width, lines) => {
  expect(optionLines(option, true, { theme, width }).map(stripAnsi)).toEqual(lines)
})

test('a row that is not pointed at keeps its place, and a screen reader hears no drawings', () => {
  expect(optionLines({ label: 'Yes' }, false, { theme, width: 20 }).map(stripAnsi)).toEqual(['  Yes'])
  expect(optionLines({ label: 'Yes' }, true, { theme, width: 20, plain: true }).map(stripAnsi)).toEqual([
    '> Yes',
  ])
})

test('labels stand below one another, and details only at the pointer when room is scarce', () => {
  const option = { label: 'Yes', detail: 'as long as it lasts' }
  expect(optionLines({ label: 'Yes' }, false, { theme, width: 20, keyed: true })).toEqual(['     Yes'])
  expect(optionLines(option, false, { theme, width: 20, tight: 'bare' })).toEqual(['  Yes'])
  expect(optionLines(option, true, { theme, width: 20, tight: 'bare' })).toHaveLength(3)
  const named = { ...option, brief: 'a file' }
  expect(optionLines(named, false, { theme, width: 20, tight: 'brief' }).map(stripAnsi)).toEqual([
    '  Yes',
    '  a file',
  ])
  expect(optionLines(named, false, { theme, width: 20, tight: 'bare' })).toHaveLength(1)
  expect(optionLines(option, false, { theme, width: 20, tight: 'brief' })).toHaveLength(1)
  const long = { label: 'x'.repeat(100) }
  expect(optionLines(long, true, { theme, width: 20, tight: 'bare' })).toHaveLength(6)
  expect(optionLines(long, false, { theme, width: 20, tight: 'bare' })).toEqual([
    `  ${'x'.repeat(18)}`,
    `  ${'x'.repeat(17)}…`,
  ])
})

test('no line of an option is wider than it may be', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '你', '👍') }),
      fc.string({ unit: fc.constantFrom('a', ' ', '好') }),
      fc.integer({ min: 12, max: 40 }),
      (label, detail, width) => {
        for (const line of optionLines({ label, detail, hotkey: '1' }, true, { theme, width }))
          expect(ansiWidth(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})

test.each([
  ['a · bb · ccc', 40, ['a · bb · ccc']],
  ['a · bb · ccc', 8, ['a · bb', 'ccc']],
  ['a · bb · ccc', 2, ['a', 'bb', 'ccc']],
])('hints %j in %i columns', (hints, width, lines) => {
  expect(hintLines(hints, width)).toEqual(lines)
})

test('the window holds the chosen entry and as many around it as fit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (heights, seed, rows) => {
        const chosen = seed % heights.length
        const heightOf = (index: number): number => heights[index] ?? 1
        const { from, to } = windowByHeight(chosen, { count: heights.length, heightOf }, rows)
        const taken = (a: number, b: number) => heights.slice(a, b).reduce((sum, height) => sum + height, 0)
        expect(from).toBeLessThanOrEqual(chosen)
        expect(to).toBeGreaterThan(chosen)
        if (to - from > 1) expect(taken(from, to)).toBeLessThanOrEqual(rows)
        if (from > 0) expect(taken(from - 1, to)).toBeGreaterThan(rows)
        if (to < heights.length) expect(taken(from, to + 1)).toBeGreaterThan(rows)
      },
    ),
  )
  expect(listWindow(5, 10, 3)).toEqual({ from: 4, to: 7 })
  expect(listWindow(0, 0, 3)).toEqual({ from: 0, to: 1 })
})

test.each([
  ['abc', 'xabcx', -1],
  ['AC', 'abc', 1],
  ['a c', 'abc', 1],
  ['ca', 'abc', undefined],
])('%j in %j', (query, text, score) => {
  expect(looseMatch(query, text)).toBe(score)
})
