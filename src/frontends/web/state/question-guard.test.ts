import { expect, test } from 'vitest'
import { isForPrompt, QuestionGuard } from './question-guard.ts'

const open = () => {
  let now = 10_000
  return { guard: new QuestionGuard(() => now), wait: (ms: number) => (now += ms) }
}

test('a question takes no answer in its first half second', () => {
  const { guard, wait } = open()
  guard.appeared()
  wait(499)
  expect(guard.left).toBe(1)
  wait(1)
  expect(guard.left).toBe(0)
})

test('nor while somebody types, from before it appeared until there is a pause', () => {
  const { guard, wait } = open()
  guard.typed()
  wait(100)
  guard.appeared()
  for (let letter = 0; letter < 9; letter++) {
    wait(400)
    guard.typed()
  }
  wait(599)
  expect(guard.left).toBe(1)
  wait(1)
  expect(guard.left).toBe(0)
  // Once it takes answers, writing in the prompt does not close it again.
  guard.typed()
  expect(guard.left).toBe(0)
})

test('letters go to the prompt, digits only while the question is guarded', () => {
  const key = (name: string, more = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  })
  for (const letter of 'yYnNaA?!/是é😀'.match(/./gu) ?? [])
    expect([isForPrompt(key(letter), true), isForPrompt(key(letter), false)]).toEqual([true, true])
  for (const digit of '0123456789')
    expect([isForPrompt(key(digit), true), isForPrompt(key(digit), false)]).toEqual([true, false])
  for (const name of ['Enter', 'Escape', 'Tab', 'ArrowDown', ' ', 'F1'])
    expect(isForPrompt(key(name), true)).toBe(false)
  expect(isForPrompt(key('c', { ctrlKey: true }), true)).toBe(false)
})
