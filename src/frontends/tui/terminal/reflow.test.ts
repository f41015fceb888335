import { expect, test } from 'vitest'
import { type PlacedArea, type Reflow, reflow } from './reflow.ts'
import { heightOf, parseRow } from './screen-row.ts'

const RULE = '─'.repeat(39)
const rows = (...lines: readonly string[]) => lines.map(line => parseRow(line, 39))
const area = (more: Partial<PlacedArea> = {}): PlacedArea => ({
  rows: rows('answer', RULE, '> hi', RULE, 'status'),
  cursor: { x: 4, y: 2 },
  cursorShown: true,
  size: { columns: 40, rows: 20 },
  top: 15,
  lost: [],
  ...more,
})

test.each([
  ['all', 40, 20, 2],
  ['all', 60, 20, 2],
  ['all', 20, 20, 3],
  ['all', 13, 20, 4],
  ['none', 20, 20, 2],
  // Both rules are broken, and the one below the cursor pushes it down.
  ['but-cursor-row', 20, 20, 4],
  // Five rows fewer: all below the cursor is given up.
  ['but-cursor-row', 20, 15, 3],
] as const)('%s, %i columns and %i rows: %i rows up to the first', (mode, columns, height, up) => {
  expect(reflow(area(), { columns, rows: height }, mode).up).toBe(up)
})

const tables: [Reflow, number, number][] = [
  ['all', 0, 0],
  ['all', 20, 0],
  ['all', 21, 1],
  ['all', 38, 1],
  ['none', 38, 0],
]
test.each(tables)(
  '%s, with the cursor in column %i of a broken row it is %i rows further down',
  (mode, x, more) => {
    const long = area({ rows: rows(RULE), cursor: { x, y: 0 } })
    expect(reflow(long, { columns: 20, rows: 20 }, mode).up).toBe(more)
  },
)

test('rows for which there is no room above the cursor are lost', () => {
  const { lost, up } = reflow(area(), { columns: 40, rows: 2 }, 'all')
  expect(up).toBe(2)
  expect(lost.map(row => row.line)).toEqual(['answer'])
})

test.each([
  ['abc', 10, 1],
  ['abcdefghijk', 5, 3],
  ['你好你好', 8, 1],
  ['你好你好', 5, 2],
  ['a你好你好', 4, 3],
])('%j takes in %i columns %i rows', (line, columns, height) => {
  expect(heightOf(parseRow(line, 99), columns)).toBe(height)
})
