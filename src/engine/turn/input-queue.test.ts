import { expect, test } from 'vitest'
import { InputQueue, type Submission } from './input-queue.ts'

const item = (uuid: string, more: Partial<Submission> = {}): Submission => ({
  type: 'submit',
  content: uuid,
  uuid,
  ...more,
})

const filled = (...items: readonly Submission[]): InputQueue => {
  const queue = new InputQueue()
  for (const each of items) queue.add(each)
  return queue
}

const isCommand = ({ content }: Submission): boolean => String(content).startsWith('/')

test('a message for the end of the turn stays, those for its next step go past it', () => {
  const queue = filled(item('a'), item('b', { when: 'end' }), item('c', { when: 'step' }))
  expect(queue.takeJoining(isCommand).map(({ uuid }) => uuid)).toEqual(['a', 'c'])
  expect(queue.uuids).toEqual(['b'])
})

test('nothing goes past a command', () => {
  const queue = filled(item('a'), item('/clear'), item('b'))
  expect(queue.takeJoining(isCommand).map(({ uuid }) => uuid)).toEqual(['a'])
  expect(queue.uuids).toEqual(['/clear', 'b'])
})

test('a message that waits can be taken back, once', () => {
  const queue = filled(item('a'), item('b'))
  queue.takeBack('a')
  expect(queue.uuids).toEqual(['b'])
  expect(() => queue.takeBack('a')).toThrow('is no longer queued')
})
