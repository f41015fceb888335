import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskGetTool } from './task-get.ts'

test('a task is shown whole', async () => {
  const call = makeToolCall()
  await call.taskList.create({ subject: 'one', description: 'first' })
  await call.taskList.create({ subject: 'two', description: 'second\nline', metadata: { a: 1 } })
  await call.taskList.create({ subject: 'three', description: 'third' })
  await call.taskList.update('2', {
    addBlockedBy: ['1'],
    addBlocks: ['3'],
    owner: 'ann',
    status: 'in_progress',
  })
  const { output, text } = await runTool(taskGetTool, { taskId: '2' }, call)
  expect(output.task).toEqual({
    id: '2',
    subject: 'two',
    description: 'second\nline',
    status: 'in_progress',
    owner: 'ann',
    blocks: ['3'],
    blockedBy: ['1'],
    metadata: { a: 1 },
  })
  expect(text).toBe(
    'Task 2: two\nStatus: in_progress\nOwner: ann\nWaits for: 1\nBlocks: 3\nMetadata: {"a":1}\n\nsecond\nline',
  )
})

test('a task that is not there is null', async () => {
  const { output, text } = await runTool(taskGetTool, { taskId: '4' }, makeToolCall())
  expect(output).toEqual({ task: null })
  expect(text).toContain('no such task')
})

test.each([
  [3, '3'],
  ['#3', '3'],
  [' 12 ', '12'],
])('the id %j is taken as %j', (given, id) => {
  expect(taskGetTool.input.parse({ taskId: given })).toEqual({ taskId: id })
})

test.each(['../1', 'one', '', -1, null])('the id %j is refused', taskId => {
  expect(taskGetTool.input.safeParse({ taskId }).success).toBe(false)
})
