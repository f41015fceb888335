import { expect, test } from 'vitest'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { endTasks } from './end-tasks.ts'

const task: TaskInfo = { id: 'b1', kind: 'shell', description: 'x', status: 'running', startedAt: 0 }
const never = new AbortController().signal

test('with nothing in the background the end comes at once', async () => {
  const engine = new FakeEngine([], { tasks: [{ ...task, status: 'completed' }] })
  await endTasks(engine, never, 600_000)
  expect(engine.ops).toEqual([])
})

test('what does not end in time is ended', async () => {
  const engine = new FakeEngine([], { tasks: [task, { ...task, id: 'b2', status: 'failed' }] })
  await endTasks(engine, never, 20)
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'b1' }])
})

test('what ends by itself is waited for no longer', async () => {
  const tasks = [task]
  const engine = new FakeEngine([], { tasks })
  const ending = endTasks(engine, never, 600_000)
  await new Promise(resolve => setImmediate(resolve))
  const done = { ...task, status: 'completed' } as const
  tasks[0] = done
  await engine.emit({ type: 'task', change: 'ended', task: done, summary: '', running: [] })
  await ending
  expect(engine.ops).toEqual([])
})

test('a run that is over waits for nothing', async () => {
  const engine = new FakeEngine([], { tasks: [task] })
  const over = new AbortController()
  const ending = endTasks(engine, over.signal, 600_000)
  over.abort()
  await ending
  expect(engine.ops).toEqual([])
})

test('a task that ended while it was to be stopped is no failure', async () => {
  const engine = new FakeEngine([], { tasks: [task] })
  engine.refusals.set('stop_task', 'There is no background task b1.')
  await endTasks(engine, never, 10)
  expect(engine.ops.length).toBe(1)
})
