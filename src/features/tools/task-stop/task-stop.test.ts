import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskStopTool } from './task-stop.ts'

test('a running task is stopped', async () => {
  const call = makeToolCall()
  const task = await call.processes.background({ command: 'sleep 60', description: 'wait' })
  const { output, text } = await runTool(taskStopTool, { shell_id: task.id }, call)
  expect([output.task.status, text]).toEqual([
    'stopped',
    `Stopped task ${task.id} (wait). What it printed is in ${task.outputFile}.`,
  ])
})

test('one that has ended is told as it is', async () => {
  const call = makeToolCall()
  const task = await call.processes.background({ command: 'exit 4', description: 'x' })
  await call.tasks.output(task.id, { waitMs: 30_000, signal: call.signal })
  const { text } = await runTool(taskStopTool, { task_id: task.id }, call)
  expect(text).toBe(`Task ${task.id} had ended already (failed, exit code 4).`)
})

test('one that is not there is an error that names those there are', async () => {
  const call = makeToolCall()
  const task = await call.processes.background({ command: 'sleep 60', description: 'x' })
  await expect(runTool(taskStopTool, { task_id: 'b0' }, call)).rejects.toThrow(`Known: ${task.id} (running).`)
  await call.tasks.stop(task.id)
})
