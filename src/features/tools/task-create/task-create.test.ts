import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskCreateTool } from './task-create.ts'

test('a new task gets the next number and starts as pending', async () => {
  const call = makeToolCall()
  await runTool(taskCreateTool, { subject: 'one', description: 'd' }, call)
  const input = {
    subject: 'two',
    description: 'all of it',
    activeForm: 'doing two',
    metadata: { area: 'ui' },
  }
  const { output, text } = await runTool(taskCreateTool, input, call)
  expect(output).toEqual({ task: { id: '2', subject: 'two' } })
  expect(text).toBe('Task 2 was created: two')
  expect((await call.taskList.list())[1]).toEqual({
    ...input,
    id: '2',
    status: 'pending',
    blocks: [],
    blockedBy: [],
  })
})

test('a task needs words', () => {
  for (const input of [{ subject: 'x' }, { subject: '', description: 'd' }, { subject: 'x', description: 5 }])
    expect(taskCreateTool.input.safeParse(input).success).toBe(false)
})

test('a reply that made a task is not thrown away and repeated', () => {
  expect(taskCreateTool.leavesTrace).toBe(true)
})
