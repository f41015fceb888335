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

test('a task that somebody has is refused to a second owner, until it is given back', async () => {
  const call = await withTwo()
  const claim = (taskId: string, owner: string) => runTool(taskUpdateTool, { taskId, owner }, call)
  await claim('1', 'ann')
  await claim('1', 'ann')
  await expect(claim('1', 'bob')).rejects.toThrow(
    'Task 1 is already claimed by ann. Nothing was changed. Free is 2. two.',
  )
  await claim('2', 'bob')
  await expect(claim('1', 'bob')).rejects.toThrow('No other task is free.')
  await claim('1', '')
  await claim('1', 'bob')
  expect((await call.taskList.list()).map(({ owner }) => owner)).toEqual(['bob', 'bob'])
})

test('whoever completes a task is told the next one', async () => {
  const call = await withTwo()
  await call.taskList.create({ subject: 'three', description: 'd' })
  await runTool(taskUpdateTool, { taskId: '2', owner: 'bob', addBlockedBy: ['1'] }, call)
  const done = async (taskId: string) =>
    (await runTool(taskUpdateTool, { taskId, status: 'completed', owner: 'ann' }, call)).text
  expect(await done('1')).toMatch(/It is completed now\. Next: 3\. three$/)
  expect(await done('3')).toMatch(/It is completed now\.$/)
})
