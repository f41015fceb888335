import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskListTool } from './task-list.ts'

test('every task is one line with what it waits for', async () => {
  const call = makeToolCall()
  expect((await runTool(taskListTool, {}, call)).text).toBe('The task list is empty.')
  await call.taskList.create({ subject: 'one', description: 'd' })
  await call.taskList.create({ subject: 'two', description: 'd' })
  await call.taskList.update('1', { addBlocks: ['2'], owner: 'ann' })
  const { output, text } = await runTool(taskListTool, {}, call)
  expect(output).toEqual({
    tasks: [
      { id: '1', subject: 'one', status: 'pending', owner: 'ann', blockedBy: [] },
      { id: '2', subject: 'two', status: 'pending', blockedBy: ['1'] },
    ],
  })
  expect(text).toBe('1. one (pending, ann)\n2. two (pending, waits for 1)')
})

test('completing a task unblocks those that waited for it', async () => {
  const call = makeToolCall()
  await call.taskList.create({ subject: 'one', description: 'd' })
  await call.taskList.create({ subject: 'two', description: 'd' })
  await call.taskList.update('2', { addBlockedBy: ['1'] })
  await call.taskList.update('1', { status: 'completed' })
  expect((await runTool(taskListTool, {}, call)).text).toBe('1. one (completed)\n2. two (pending)')
})
