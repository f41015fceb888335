import { expect, test } from 'vitest'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import { lastBatch, readLabel } from './batch-label.ts'

const batch = [
  user('1', 'go'),
  assistant('2', [text('Looking at both.')], { id: 'm' }),
  assistant('3', [call('a')], { id: 'm' }),
  user('4', [result('a', 'one')]),
  assistant('5', [call('b', 'Grep')], { id: 'm' }),
  user('6', [result('b', 'two')]),
]

test('the calls of one reply are a batch once all of them are answered', () => {
  expect(lastBatch(batch)).toEqual({
    toolUseIds: ['a', 'b'],
    text: 'Looking at both.\nRead {}\n  → one\nGrep {}\n  → two',
  })
  expect(lastBatch(batch.slice(0, 5))).toBeUndefined()
})

test('a single call needs no label, and words are none', () => {
  expect(lastBatch([user('1', 'go'), assistant('2', [call('a')]), user('3', [result('a')])])).toBeUndefined()
  expect(lastBatch([...batch, assistant('7', [text('done')])])).toBeUndefined()
})

test.each([
  ['"Read two files."\nmore', 'Read two files'],
  ['  ', undefined],
  ['x'.repeat(90), undefined],
])('of %j the label is %j', (answer, label) => {
  expect(readLabel(answer)).toBe(label)
})
