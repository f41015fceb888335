import { expect, test } from 'vitest'
import { NoteQueue } from './note-queue.ts'

const texts = (queue: NoteQueue): readonly string[] => queue.takeAll().map(({ text }) => text)

test('notes come in order, once', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'a' })
  queue.add({ text: 'b', taskId: 't' })
  expect([queue.size, texts(queue), queue.size]).toEqual([2, ['a', 'b'], 0])
})

test('what the model learned another way is forgotten', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'a', taskId: 't' })
  queue.add({ text: 'b', taskId: 'u' })
  queue.forget('t')
  expect(texts(queue)).toEqual(['b'])
})

test('of a flood the newest stay, and how many went is said', () => {
  const queue = new NoteQueue()
  for (let at = 0; at < 60; at++) queue.add({ text: String(at), droppable: true })
  const all = texts(queue)
  expect([all.length, all[0], all[1], all.at(-1)]).toEqual([
    51,
    '(10 earlier notifications were left out.)',
    '10',
    '59',
  ])
})

test('a flood of lines takes no end of a task and no mail with it', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'end', taskId: 't' })
  queue.add({ text: 'mail', mail: 'm' })
  for (let at = 0; at < 200; at++) {
    queue.add({ text: `line ${at}`, droppable: true })
    if (at % 2 === 0) queue.add({ text: `end ${at}`, taskId: `t${at}` })
  }
  const all = texts(queue)
  expect(all.filter(text => text.startsWith('end') || text === 'mail').length).toBe(102)
  expect(all.filter(text => text.startsWith('line')).length).toBe(50)
})

test('what was taken and not recorded is told with the next turn, starts none by itself, and is recorded once', () => {
  const queue = new NoteQueue()
  const recorded: string[] = []
  const note = (text: string) => ({ text, onRecorded: () => void recorded.push(text) })
  queue.add(note('a'))
  queue.add(note('b'))
  const [first] = queue.takeAll()
  if (first) queue.confirm(first)
  queue.returnTaken()
  queue.add(note('c'))
  expect([queue.size, recorded]).toEqual([1, ['a']])
  const second = queue.takeAll()
  for (const each of [...second, ...second]) queue.confirm(each)
  queue.returnTaken()
  expect([second.map(({ text }) => text), recorded, queue.takeAll()]).toEqual([
    ['b', 'c'],
    ['a', 'b', 'c'],
    [],
  ])
})

test('what is told of an earlier run joins the next turn and starts none', () => {
  const queue = new NoteQueue()
  queue.add({ text: 'lost', startsNone: true })
  expect(queue.size).toBe(0)
  queue.add({ text: 'new' })
  expect([queue.size, texts(queue)]).toEqual([1, ['lost', 'new']])
})
