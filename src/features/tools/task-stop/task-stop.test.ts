import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import type { WorkEnd } from '../../../protocol/agents/task-work.ts'
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

/** What TaskStop says of work that ends like this. */
const stopped = async (kind: 'agent' | 'workflow', end: Omit<WorkEnd, 'status'>): Promise<string> => {
  const call = makeToolCall()
  const over = Promise.withResolvers<WorkEnd>()
  call.tasks.add({
    kind,
    id: 'a1',
    name: 'looker',
    description: 'look around',
    ended: over.promise,
    stop: async () => over.resolve({ status: 'stopped', ...end }),
    onOutput: () => () => undefined,
  })
  return (await runTool(taskStopTool, { task_id: 'looker' }, call)).text
}

test('an agent is stopped by its name, and what it had said and done is in the answer', async () => {
  const worktree = { path: '/w', branch: 'worktree-w' }
  expect(await stopped('agent', { result: 'Half of it. [Its last calls: Read a.ts]', worktree })).toBe(
    'Stopped task a1 (look around). Before that it said and did:\nHalf of it. [Its last calls: Read a.ts]\nWhat it changed is kept in the worktree /w (worktree-w).',
  )
})

test.each([
  ['agent', '', 'It had reported nothing yet.'],
  ['agent', 'Half of it.', 'Before that it said:\nHalf of it.'],
  ['agent', '[Its last calls: Read a.ts]', 'It had said nothing yet. [Its last calls: Read a.ts]'],
  [
    'agent',
    'One.\n\n[Its last calls: Read a; Read b]',
    'Before that it said and did:\nOne.\n\n[Its last calls: Read a; Read b]',
  ],
  ['workflow', '', 'It had reported nothing yet.'],
  ['workflow', 'Step 1 is done.', 'Before that it reported:\nStep 1 is done.'],
] as const)('of a stopped %s that left %j only that is told', async (kind, result, said) => {
  expect(await stopped(kind, { result })).toBe(`Stopped task a1 (look around). ${said}`)
})
