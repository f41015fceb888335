import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patchOf } from '../../../../test/support/patch-of.ts'
import { revertHunks } from './revert-hunks.ts'

const edit = (before: string, after: string) => patchOf(before, after)

test.each([
  ['a line in the middle', 'a\nb\nc\n', 'a\nB\nc\n'],
  ['an added end', 'a\n', 'a\nb\n'],
  ['a removed start', 'x\na\nb\n', 'a\nb\n'],
  ['a line end at the end of the file', 'a\nb\n', 'a\nb'],
  ['the whole text', 'a\nb\n', ''],
])('%s comes back', (_, before, after) => {
  expect(revertHunks(after, edit(before, after))).toEqual({ text: before })
})

test('what others changed elsewhere stays, also in lines that stood beside it', () => {
  const hunks = edit('1\n2\n3\n4\n5\n', '1\n2\nTHREE\n4\n5\n')
  expect(revertHunks('0\n1\ntwo\nTHREE\n4\n5\n6\n', hunks)).toEqual({ text: '0\n1\ntwo\n3\n4\n5\n6\n' })
})

test('what is gone, or stands there twice, is left alone', () => {
  const hunks = edit('a\nb\nc\n', 'a\nB\nc\n')
  expect(revertHunks('a\nc\n', hunks)).toEqual({ stuck: 'gone' })
  expect(revertHunks('a\nB\nc\na\nB\nc\n', hunks)).toEqual({ stuck: 'several' })
  expect(revertHunks('B\nx\nB\n', hunks)).toEqual({ stuck: 'several' })
})

test('an edit that wrote the same lines in several places is taken back in all of them', () => {
  const before = 'old\n1\n2\n3\n4\n5\n6\n7\n8\nold\n'
  const after = before.replaceAll('old', 'new')
  expect(revertHunks(`x\n${after}`, edit(before, after))).toEqual({ text: `x\n${before}` })
})

test('line ends of the file stay as they are', () => {
  expect(revertHunks('a\r\nB\r\nc\r\n', edit('a\nb\nc\n', 'a\nB\nc\n'))).toEqual({ text: 'a\r\nb\r\nc\r\n' })
})

const line = fc.constantFrom('a', 'b', 'c', 'd', '')
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, ended]) => lines.join('\n') + (ended ? '\n' : ''))

test('a taken-back edit gives the text before it, or nothing at all', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after)
      const reverted = revertHunks(after, edit(before, after))
      if ('text' in reverted) expect(reverted.text).toBe(before)
    }),
  )
})
