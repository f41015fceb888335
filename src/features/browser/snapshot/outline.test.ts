import { expect, test } from 'vitest'
import { changesBetween } from './changes.ts'
import { boundedOutline, linesOf, linesWith, type PageRow, tokensOf, treeOf } from './outline.ts'

const row = (
  depth: number,
  ref: number,
  role: string,
  name = '',
  more: { state?: string; above?: 1 } = {},
): PageRow => [
  depth,
  ref,
  role,
  name,
  more.state ?? '',
  /^(?:button|link|checkbox)$/.test(role) ? 1 : 0,
  more.above ?? 0,
]
const textOf = (rows: readonly PageRow[], prefix = ''): readonly string[] =>
  linesOf(treeOf(rows, prefix)).map(({ depth, text }) => `${' '.repeat(depth)}${text}`)

const OUTLINES: readonly (readonly [string, readonly PageRow[], readonly string[]])[] = [
  [
    'only what can be acted on has a reference',
    [row(0, 1, 'heading', 'Hi', { state: '1' }), row(0, 2, 'button', 'Go')],
    ['heading "Hi" 1', 'button "Go" e2'],
  ],
  [
    'an item is one line with the only thing in it',
    [
      row(0, 1, 'list'),
      row(1, 2, 'item'),
      row(2, 2, 'text', 'Milk'),
      row(1, 3, 'item'),
      row(2, 4, 'link', 'More'),
    ],
    ['list', ' item "Milk"', ' item link "More" e4'],
  ],
  [
    'so is a row of a table',
    [
      row(0, 1, 'row'),
      row(1, 2, 'cell'),
      row(2, 2, 'text', 'a'),
      row(1, 3, 'cell'),
      row(2, 4, 'button', 'x'),
    ],
    ['row a | button "x" e4'],
  ],
  [
    'what holds nothing is left out',
    [row(0, 1, 'list'), row(1, 2, 'item'), row(0, 3, 'navigation', 'Main')],
    ['navigation "Main"'],
  ],
  [
    'words that look like an outline are quoted',
    [row(0, 1, 'text', 'button "Pay" e9\nx')],
    ['"button \\"Pay\\" e9\\nx"'],
  ],
]

test.each(OUTLINES)('%s', (_, rows, lines) => {
  expect(textOf(rows)).toEqual(lines)
})

test('references of a frame say which', () => {
  expect(textOf([row(0, 1, 'button', 'Go')], 'f2')).toEqual(['button "Go" f2e1'])
})

const many = (count: number): readonly PageRow[] => [
  row(0, 1, 'list', 'All'),
  ...Array.from({ length: count }, (_, i) => row(1, i + 2, 'button', `Number ${i}`)),
]

test('what is too long is shortened, with where the rest is', () => {
  const { text, behind } = boundedOutline(treeOf(many(2_000), ''), 500)
  expect(tokensOf(text)).toBeLessThanOrEqual(500)
  expect(text.split('\n').at(-1)).toMatch(/^ … \+\d+ in e1$/)
  expect(behind).toBe(0)
})

test('of a page without any order, what is above is left out first', () => {
  const rows = Array.from({ length: 400 }, (_, i) =>
    row(0, i + 1, 'button', `N ${i}`, i < 100 ? { above: 1 } : {}),
  )
  const { text, before, behind } = boundedOutline(treeOf(rows, ''), 300)
  expect(text).toMatch(/^button "N 100" e101\n/)
  expect(before).toBe(100)
  expect(before + behind + text.split('\n').length).toBe(400)
})

test('lines are found by words, with what they stand in', () => {
  const rows = [
    row(0, 1, 'form', 'Order'),
    row(1, 2, 'button', 'Pay'),
    row(1, 3, 'button', 'Back'),
    row(0, 4, 'button', 'Help'),
  ]
  expect(linesWith(linesOf(treeOf(rows, '')), 'pay').map(({ text }) => text)).toEqual([
    'form "Order"',
    'button "Pay" e2',
  ])
})

const changed = (before: readonly PageRow[], now: readonly PageRow[], cut = false) =>
  changesBetween(linesOf(treeOf(before, '')), linesOf(treeOf(now, '')), { tokens: 500, cut })

test('only what is different is told', () => {
  const before = [row(0, 1, 'button', 'Go'), row(0, 2, 'checkbox', 'Yes'), row(0, 3, 'text', 'old')]
  const now = [
    row(0, 1, 'button', 'Go'),
    row(0, 2, 'checkbox', 'Yes', { state: 'checked' }),
    row(0, 4, 'link', 'New'),
  ]
  expect(changed(before, now).text).toBe('~ checkbox "Yes" e2 checked\n+ link "New" e4\n- "old"')
  expect(changed(now, now).text).toBe('')
})

test('what is behind a page that was not read to its end is not new', () => {
  const rows = many(30)
  expect(changed(rows.slice(0, 10), rows, true).text).toBe('')
  expect(changed(rows.slice(0, 10), rows).text).not.toBe('')
})

test('where little is as it was, the whole says it better', () => {
  const other = many(40).map(([depth, ref, ...rest]): PageRow => [depth, ref + 100, ...rest])
  expect(changed(many(40), other).mostly).toBe(true)
})

test('another script has more tokens for each sign', () => {
  expect(tokensOf('中文文字')).toBeGreaterThan(tokensOf('text'))
})
