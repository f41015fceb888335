import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskUpdateTool } from './task-update.ts'

const withTwo = async () => {
  const call = makeToolCall()
  await call.taskList.create({ subject: 'one', description: 'd' })
  await call.taskList.create({ subject: 'two', description: 'd' })
  return call
}

test('a change tells the fields and the change of status', async () => {
  const call = await withTwo()
  const { output, text } = await runTool(
    taskUpdateTool,
    { taskId: 2, status: 'in_progress', addBlockedBy: '["1"]', owner: 'ann' },
    call,
  )
  expect(output).toEqual({
    success: true,
    taskId: '2',
    updatedFields: ['status', 'owner', 'blockedBy'],
    statusChange: { from: 'pending', to: 'in_progress' },
    blockedBy: ['1'],
  })
  expect(text).toBe(
    'Task 2 was changed (status, owner, blockedBy). It is in_progress now. It still waits for 1.',
  )
})

test('what changes nothing is said', async () => {
  const { text } = await runTool(taskUpdateTool, { taskId: '1', status: 'pending' }, await withTwo())
  expect(text).toBe('Task 1 is as it was: nothing in the input changes it.')
})

test('deleted takes it off the list', async () => {
  const call = await withTwo()
  const { output, text } = await runTool(taskUpdateTool, { taskId: '1', status: 'deleted' }, call)
  expect(output).toMatchObject({
    updatedFields: ['deleted'],
    statusChange: { from: 'pending', to: 'deleted' },
  })
  expect(text).toBe('Task 1 was deleted.')
  expect((await call.taskList.list()).map(({ id }) => id)).toEqual(['2'])
})

test('unknown tasks and circles are told so that the next try can be right', async () => {
  const call = await withTwo()
  await expect(runTool(taskUpdateTool, { taskId: '7', status: 'completed' }, call)).rejects.toThrow(
    'There are: 1, 2.',
  )
  await runTool(taskUpdateTool, { taskId: '1', addBlocks: ['2'] }, call)
  await expect(runTool(taskUpdateTool, { taskId: '2', addBlocks: ['1'] }, call)).rejects.toThrow('2 → 1 → 2')
})

test('an unknown status is refused', () => {
  expect(taskUpdateTool.input.safeParse({ taskId: '1', status: 'done' }).success).toBe(false)
})
