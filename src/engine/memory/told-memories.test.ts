import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { createTold } from './told-memories.ts'

const timestamp = '2026-01-01T00:00:00.000Z'
const index: Message = {
  type: 'attachment',
  uuid: 'i',
  timestamp,
  attachment: { kind: 'memory_index', text: '' },
}
const recalled = (memories: unknown): Message => ({
  type: 'attachment',
  uuid: 'r',
  timestamp,
  attachment: { kind: 'memory', text: '', memories },
})
const boundary = (uuid: string): Message => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid,
  timestamp,
  content: '',
})

test('a new conversation lacks the index until it was asked for', () => {
  const messages: Message[] = []
  const told = createTold(() => messages)
  expect(told.lacksIndex()).toBe('start')
  messages.push(index)
  expect(told.lacksIndex()).toBeUndefined()
})

test('a resumed one knows what it was told; nonsense in the file is no memory', () => {
  const messages = [index, recalled(['a.md']), recalled('b.md'), recalled([3, 'c.md'])]
  const told = createTold(() => messages)
  expect(told.lacksIndex()).toBeUndefined()
  expect(['a.md', 'b.md', 'c.md', '3'].map(told.has)).toEqual([true, false, true, false])
})

test('a compaction forgets both', () => {
  let messages: readonly Message[] = [index, recalled(['a.md'])]
  const told = createTold(() => messages)
  told.add(['b.md'])
  expect([told.has('a.md'), told.has('b.md')]).toEqual([true, true])
  messages = [boundary('x')]
  expect([told.has('a.md'), told.has('b.md'), told.lacksIndex()]).toEqual([false, false, 'compact'])
  expect(told.lacksIndex()).toBeUndefined()
  messages = [boundary('y')]
  expect(told.lacksIndex()).toBe('compact')
})

test('after a move only what the messages of the new place hold counts as told', () => {
  const messages: Message[] = [index]
  const told = createTold(() => messages)
  told.add(['a.md'])
  messages.length = 0
  told.restart()
  expect(told.has('a.md')).toBe(false)
  expect(told.lacksIndex()).toBe('start')
})
