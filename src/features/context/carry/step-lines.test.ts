import { expect, test } from 'vitest'
import { stepLines, taskSteps, todoSteps } from './step-lines.ts'

const todo = (content: string, status: string) => ({ content, status, activeForm: content })

test('the whole list is told while something of it is open', () => {
  const steps = todoSteps([todo('read', 'completed'), todo('write', 'in_progress'), todo('test', 'pending')])
  expect(stepLines(steps, 100)).toEqual(['[x] read', '[>] write', '[ ] test'])
})

test('a finished list says nothing', () => {
  expect(stepLines(todoSteps([todo('read', 'completed')]), 100)).toEqual([])
})

test('what is no list of steps is none', () => {
  expect(todoSteps(undefined)).toEqual([])
  expect(todoSteps([{}, todo('odd', 'perhaps'), 3])).toEqual([])
})

test('without room finished steps go first, then the last open ones', () => {
  const steps = todoSteps([
    todo('a long finished step '.repeat(20), 'completed'),
    ...Array.from({ length: 50 }, (_, at) => todo(`open step ${at}`, 'pending')),
  ])
  const lines = stepLines(steps, 50)
  expect(lines.slice(0, 2)).toEqual(['(1 finished)', '[ ] open step 0'])
  expect(lines.at(-1)).toBe(`(${52 - lines.length} more open steps not listed here)`)
})

test('tasks of the shared list are told with who has them and what they wait for', () => {
  const task = { description: '', blocks: [] }
  expect(
    taskSteps([
      { ...task, id: '1', subject: 'Parse', status: 'in_progress', owner: 'ann', blockedBy: [] },
      { ...task, id: '2', subject: 'Print', status: 'pending', blockedBy: ['1'] },
    ]),
  ).toEqual([
    { text: 'task 1: Parse (by ann)', status: 'in_progress' },
    { text: 'task 2: Print (waits for 1)', status: 'pending' },
  ])
})
