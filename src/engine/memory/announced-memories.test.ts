import { expect, test } from 'vitest'
import type { Message } from '../../protocol/message.ts'
import { createAnnouncedMemories } from './announced-memories.ts'

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
  const told = createAnnouncedMemories()
  void told.startFrom([])
  expect(told.lacksIndex()).toBe('start')
  told.hear(index)
  expect(told.lacksIndex()).toBeUndefined()
})

test('a resumed one knows what it was told; nonsense in the file is no memory', () => {
  const told = createAnnouncedMemories()
  void told.startFrom([index, recalled(['a.md']), recalled('b.md'), recalled([3, 'c.md'])])
  expect(told.lacksIndex()).toBeUndefined()
  expect(['a.md', 'b.md', 'c.md', '3'].map(told.has)).toEqual([true, false, true, false])
})

test('a compaction forgets both', () => {
  const told = createAnnouncedMemories()
  void told.startFrom([index, recalled(['a.md'])])
  told.add(['b.md'])
  expect([told.has('a.md'), told.has('b.md')]).toEqual([true, true])
  void told.startFrom([boundary('x')])
  expect([told.has('a.md'), told.has('b.md'), told.lacksIndex()]).toEqual([false, false, 'compact'])
  expect(told.lacksIndex()).toBeUndefined()
  void told.startFrom([boundary('y')])
  expect(told.lacksIndex()).toBe('compact')
})

test('after a move only what the messages of the new place hold counts as told', () => {
  const told = createAnnouncedMemories()
  void told.startFrom([index])
  told.add(['a.md'])
  void told.startFrom([])
  expect(told.has('a.md')).toBe(false)
  expect(told.lacksIndex()).toBe('start')
})
