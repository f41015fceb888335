import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bare, fakeLook } from '../../../../../test/support/fake-look.ts'
import { ansiWidth } from '../../../../lib/ansi-text.ts'
import type { RenderOptions } from '../render-options.ts'
import { fitColumns } from './fit-columns.ts'
import { renderMarkdown } from './markdown-stream.ts'

let look: RenderOptions
beforeAll(async () => {
  look = await fakeLook()
})
const show = (text: string, width: number) => bare(renderMarkdown(text, { ...look, width }))

const TABLE = '| Name | What it does |\n|:-|-:|\n| `a` | adds two numbers |\n| 名字 | **x** |\n'

test('a table that fits is as wide as its cells', () => {
  expect(show(TABLE, 60)).toEqual([
    '┌──────┬──────────────────┐',
    '│ Name │     What it does │',
    '├──────┼──────────────────┤',
    '│ a    │ adds two numbers │',
    '│ 名字 │                x │',
    '└──────┴──────────────────┘',
  ])
})

test('a table that does not fit wraps its cells and divides its rows', () => {
  expect(show(TABLE, 22)).toEqual([
    '┌──────┬─────────────┐',
    '│ Name │     What it │',
    '│      │        does │',
    '├──────┼─────────────┤',
    '│ a    │    adds two │',
    '│      │     numbers │',
    '├──────┼─────────────┤',
    '│ 名字 │           x │',
    '└──────┴─────────────┘',
  ])
})

const WIDE =
  '| 名称 | 说明 |\n|-|-|\n| 中文项目名称 | 这是一个非常长的说明文字需要换行才能显示完整，并且还有更多内容 |\n'

test('columns of wide characters stay readable, or become names and values', () => {
  for (const width of [24, 30, 40, 60]) {
    const lines = show(WIDE, width)
    expect(lines.filter(line => ansiWidth(line) > width)).toEqual([])
    const cells = lines.flatMap(line => (line.startsWith('│') ? line.split('│').slice(1, -1) : []))
    // Four of them in a row at least, but for the end of a text.
    for (const cell of cells) expect(ansiWidth(cell) - 2).toBeGreaterThanOrEqual(8)
  }
  expect(show(WIDE, 16)[0]).toBe('名称: 中文项目名')
})

test('a table that cannot fit becomes names and values', () => {
  expect(show(TABLE, 16)).toEqual([
    'Name: a',
    'What it does:',
    'adds two numbers',
    '────────────',
    'Name: 名字',
    'What it does: x',
  ])
})

test('cells may be missing, empty or hold line breaks', () => {
  expect(show('| a | b |\n|:-:|---|\n| one<br>1 |\n', 40)).toEqual([
    '┌─────┬───┐',
    '│  a  │ b │',
    '├─────┼───┤',
    '│ one │   │',
    '│  1  │   │',
    '└─────┴───┘',
  ])
})

test.each([
  [[5, 5], 10, [5, 5]],
  [[20, 4], 14, [10, 4]],
  [[30, 30], 20, [10, 10]],
  [[30, 10], 3, undefined],
])('columns of %j in %i', (natural, room, expected) => {
  expect(
    fitColumns(
      natural.map(width => ({ natural: width, least: Math.min(width, 4) })),
      room,
    ),
  ).toEqual(expected)
})

test('no table is wider than the screen', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'bc ', '字', ' ', 'longword'), maxLength: 8 })
  const row = fc.array(cell, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 10, max: 60 }),
      (rows, width) => {
        const text = ['|a|b|c|', '|-|-|-|', ...rows.map(cells => `|${cells.join('|')}|`)].join('\n')
        for (const line of renderMarkdown(text, { ...look, width }))
          expect(ansiWidth(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})
