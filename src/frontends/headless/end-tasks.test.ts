import { expect, test } from 'vitest'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import { type EndRules, endRules, endTasks } from './end-tasks.ts'

const task: TaskInfo = { id: 'b1', kind: 'shell', description: 'x', status: 'running', startedAt: 0 }
const never = new AbortController().signal
const said: string[] = []
const rules = (graceMs: number, more: Partial<EndRules> = {}): EndRules => ({
  graceMs,
  ceilingMs: 600_000,
  warn: text => void said.push(text),
  ...more,
})

test('with nothing in the background the end comes at once', async () => {
  const engine = new FakeEngine([], { tasks: [{ ...task, status: 'completed' }] })
  await endTasks(engine, never, rules(600_000))
  expect(engine.ops).toEqual([])
})

test('what does not end in time is ended', async () => {
  const engine = new FakeEngine([], { tasks: [task, { ...task, id: 'b2', status: 'failed' }] })
  await endTasks(engine, never, rules(20))
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'b1' }])
})

test('what ends by itself is waited for no longer', async () => {
  const tasks = [task]
  const engine = new FakeEngine([], { tasks })
  const ending = endTasks(engine, never, rules(600_000))
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
  const ending = endTasks(engine, over.signal, rules(600_000))
  over.abort()
  await ending
  expect(engine.ops).toEqual([])
})

test('a task that ended while it was to be stopped is no failure', async () => {
  const engine = new FakeEngine([], { tasks: [task] })
  engine.refusals.set('stop_task', 'There is no background task b1.')
  await endTasks(engine, never, rules(10))
  expect(engine.ops.length).toBe(1)
})

const agent: TaskInfo = { ...task, id: 'a1', kind: 'agent' }

test('background agents are waited for, and what they say is heard before the end', async () => {
  const tasks = [agent]
  const engine = new FakeEngine([], { tasks })
  const ending = endTasks(engine, never, rules(0))
  await new Promise(resolve => setImmediate(resolve))
  expect(engine.ops).toEqual([])
  const done = { ...agent, status: 'completed' } as const
  tasks[0] = done
  await engine.emit({ type: 'task', change: 'ended', task: done, summary: '', running: [] })
  await ending
  expect(engine.ops).toEqual([{ type: 'hear_news' }])
})

test('an agent that the model starts when it hears of another is waited for as well', async () => {
  const tasks = [agent]
  const engine = new FakeEngine([], { tasks })
  const next = { ...agent, id: 'a2' }
  const send = engine.send.bind(engine)
  let heard = 0
  engine.send = async op => {
    await send(op)
    if (op.type === 'hear_news' && ++heard === 1) tasks.push(next)
  }
  const end = async (at: number) => {
    const done = { ...(tasks[at] ?? agent), status: 'completed' } as const
    tasks[at] = done
    const running = tasks.filter(one => one.status === 'running')
    await engine.emit({ type: 'task', change: 'ended', task: done, summary: '', running })
  }
  const ending = endTasks(engine, never, rules(0))
  await new Promise(resolve => setImmediate(resolve))
  await end(0)
  await expect.poll(() => tasks.length).toBe(2)
  await end(1)
  await ending
  expect(heard).toBe(2)
})

test('an agent that runs for longer than the ceiling is stopped, and that is said', async () => {
  const engine = new FakeEngine([], { tasks: [agent] })
  said.length = 0
  await endTasks(engine, never, rules(0, { ceilingMs: 10 }))
  expect([engine.ops.at(-1), said.length]).toEqual([{ type: 'stop_task', taskId: 'a1' }, 1])
})

test('after a failure nothing more is asked of the model', async () => {
  const engine = new FakeEngine([], { tasks: [agent] })
  await endTasks(engine, never, rules(0, { silent: true }))
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'a1' }])
})

test.each([
  [undefined, 600_000],
  ['', 600_000],
  ['x', 600_000],
  ['-1', 600_000],
  ['1500', 1500],
  ['0', Number.POSITIVE_INFINITY],
])('a ceiling of %j is %j ms', (written, ms) => {
  expect(endRules(written)).toEqual({ graceMs: 5000, ceilingMs: ms })
})
