import { expect, test } from 'vitest'
import { RowMemo } from './row-memo.ts'
import { rowStarts } from './rows.ts'

const lines = Array.from({ length: 50 }, (_, index) => `line ${index} is longer than a row`)

/** Lines that had to be looked at. */
const looked = (memo: RowMemo, width: number, texts: readonly string[]): readonly string[] => {
  const made: string[] = []
  memo.open(String(width))
  for (const text of texts)
    memo.rows(text, () => {
      made.push(text)
      return []
    })
  return made
}

test('only lines that are new are looked at, until the width is another', () => {
  const memo = new RowMemo()
  expect(looked(memo, 10, lines)).toHaveLength(50)
  const typed = lines.with(7, 'line 7 with a letter more')
  expect(looked(memo, 10, typed)).toEqual(['line 7 with a letter more'])
  expect(looked(memo, 10, lines)).toEqual(['line 7 is longer than a row'])
  expect(looked(memo, 11, lines)).toHaveLength(50)
})

test('rows are the same with and without it', () => {
  const memo = new RowMemo()
  for (const text of [lines.join('\n'), lines.slice(3).join('\n'), `${lines.join('\n')}你好`])
    for (const width of [10, 23, 10])
      expect(rowStarts(text, { width, chips: [], memo })).toEqual(rowStarts(text, { width, chips: [] }))
})

test('what is not used any more is forgotten', () => {
  const memo = new RowMemo()
  looked(memo, 10, ['old'])
  looked(memo, 10, ['new'])
  looked(memo, 10, ['new'])
  expect(looked(memo, 10, ['old'])).toEqual(['old'])
})
