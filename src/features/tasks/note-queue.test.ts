import { expect, test } from 'vitest'
import { NoteQueue } from './note-queue.ts'

test('notes come in order, once', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'a' })
  queue.add({ text: 'b', taskId: 't' })
  expect([queue.size, queue.takeAll(), queue.size]).toEqual([2, ['a', 'b'], 0])
})

test('what the model learned another way is forgotten', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'a', taskId: 't' })
  queue.add({ text: 'b', taskId: 'u' })
  queue.forget('t')
  expect(queue.takeAll()).toEqual(['b'])
})

test('of a flood the newest stay, and how many went is said', () => {
  const queue = new NoteQueue()
  for (let at = 0; at < 60; at++) queue.add({ text: String(at) })
  const all = queue.takeAll()
  expect([all.length, all[0], all[1], all.at(-1)]).toEqual([
    51,
    '(10 earlier notifications were left out.)',
    '10',
    '59',
  ])
})
