import { expect, test } from 'vitest'
import { countLines } from './count-lines.ts'

test.each([
  ['', '', 0, 0],
  ['', 'a\nb\n', 2, 0],
  ['a\nb', '', 0, 2],
  ['a\nb\nc\n', 'a\nB\nc\nd\n', 2, 1],
  ['same\n', 'same\n', 0, 0],
  ['a\0b', 'text\n', 0, 0],
])('from %j to %j: +%i -%i', async (before, after, insertions, deletions) => {
  expect(await countLines(Buffer.from(before), Buffer.from(after))).toEqual({ insertions, deletions })
})
