import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { todoWriteTool } from './todo-write.ts'

const item = (content: string, status: string) => ({ content, status, activeForm: `${content}ing` })

test('the whole list is replaced, and the old one told', async () => {
  const call = makeToolCall()
  const first = [item('read', 'in_progress'), item('write', 'pending')]
  const second = [item('read', 'completed'), item('write', 'in_progress')]
  expect((await runTool(todoWriteTool, { todos: first }, call)).output).toEqual({
    oldTodos: [],
    newTodos: first,
  })
  const { output, text } = await runTool(todoWriteTool, { todos: second }, call)
  expect(output).toEqual({ oldTodos: first, newTodos: second })
  expect(text).toBe('The list was saved: 1 of 2 done. In progress: write')
})

test.each([
  [[], 'The list is empty now.'],
  [[item('a', 'completed')], 'The list was saved: 1 of 1 done. Everything is done.'],
  [
    [item('a', 'pending')],
    'The list was saved: 0 of 1 done. Nothing is in progress: mark the step you begin with.',
  ],
  [
    [item('a', 'in_progress'), item('b', 'in_progress')],
    'The list was saved: 0 of 2 done. 2 steps are in progress: keep it to one.',
  ],
])('of %j the model is told: %s', async (todos, text) => {
  expect((await runTool(todoWriteTool, { todos }, makeToolCall())).text).toBe(text)
})

test('the list of a resumed session is the old one; nonsense in its place counts as none', async () => {
  const kept = [item('a', 'pending')]
  const resumed = makeToolCall({ state: { todos: kept } })
  expect((await runTool(todoWriteTool, { todos: [] }, resumed)).output.oldTodos).toEqual(kept)
  const odd = makeToolCall({ state: { todos: [{ status: 'lost' }] } })
  expect((await runTool(todoWriteTool, { todos: [] }, odd)).output.oldTodos).toEqual([])
})

test('slips are forgiven: a list as JSON text, no activeForm', () => {
  const todos = [{ content: 'a', status: 'pending' }]
  expect(todoWriteTool.input.parse({ todos: JSON.stringify(todos) })).toEqual({ todos })
})

test.each([
  {},
  { todos: 'a, b' },
  { todos: [{ content: 'a' }] },
  { todos: [{ content: '', status: 'pending' }] },
])('%j is refused', input => {
  expect(todoWriteTool.input.safeParse(input).success).toBe(false)
})

test('it touches nothing that needs permission', () => {
  expect(todoWriteTool.access({ todos: [] }, '/')).toEqual([])
})
