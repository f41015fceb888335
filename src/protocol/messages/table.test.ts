import { expect, test } from 'vitest'
import { inChinese } from './chinese.ts'
import { cellText, headerOf, knownCell } from './commands/table-cells.ts'
import { verbatim } from './layout.ts'
import type { LocalizedText } from './localized-text.ts'
import { localizeTable, table } from './table.ts'

const rows = [
  ['b1', cellText('running'), 1_200],
  ['长名称', verbatim('x\ty'), 3],
]

test('columns are as wide as the language needs, numbers stand to the right', () => {
  const made = table(headerOf('id', 'state', 'tokens'), rows)
  expect(made.text).toBe('id      state    tokens\nb1      running   1,200\n长名称  x y           3')
  expect(inChinese(made)).toBe('id      状态    token\nb1      运行中  1,200\n长名称  x y         3')
})

test('a table goes over a wire as data', () => {
  const made = table(headerOf('id', 'state', 'tokens'), rows)
  expect(inChinese(JSON.parse(JSON.stringify(made)) as LocalizedText)).toBe(inChinese(made))
})

test.each([
  undefined,
  {},
  { header: 'x', cells: [] },
  { header: [], cells: ['x'] },
  { header: ['x'], cells: 'x' },
])('a table of another shape (%j) stays as it was written', values => {
  const odd = { id: 'table.columns', text: 'as written', values } as unknown as LocalizedText
  expect(localizeTable(odd, inChinese)).toBe('as written')
})

test('a word that is known is said in Chinese, any other is shown as it is', () => {
  expect(inChinese(knownCell('built-in'))).toBe('内置')
  for (const word of ['built_in', 'Running', 'constructor', '__proto__', '', 'x y'])
    expect(knownCell(word)).toBe(word)
})
