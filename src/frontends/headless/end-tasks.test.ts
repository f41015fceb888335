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
  failed: () => false,
  drained: async () => undefined,
  warn: text => void said.push(text.text),
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

/** Background work whose ends wait to be told until the model hears the news. */
const openWork = (tasks: TaskInfo[]) => {
  let notes = 0
  const engine = new FakeEngine([], {
    tasks,
    get pendingNotes() {
      return notes
    },
  })
  const send = engine.send.bind(engine)
  const answering: (() => Promise<void>)[] = []
  engine.send = async op => {
    await send(op)
    if (op.type !== 'hear_news') return
    notes = 0
    await answering.shift()?.()
  }
  const end = async (at: number) => {
    const done = { ...(tasks[at] ?? agent), status: 'completed' } as const
    tasks[at] = done
    notes += 1
    const running = tasks.filter(one => one.status === 'running')
    await engine.emit({ type: 'task', change: 'ended', task: done, summary: '', running })
  }
  const heard = () => engine.ops.filter(({ type }) => type === 'hear_news').length
  return { engine, end, heard, answering, add: (one: TaskInfo) => tasks.push(one) }
}

test.each(['agent', 'shell', 'monitor', 'workflow'] as const)(
  'what a background %s says at its end is heard before the end of the run',
  async kind => {
    const { engine, end, heard } = openWork([{ ...agent, kind }])
    const ending = endTasks(engine, never, rules(600_000))
    await new Promise(resolve => setImmediate(resolve))
    expect(heard()).toBe(0)
    await end(0)
    await ending
    expect(engine.ops).toEqual([{ type: 'hear_news' }])
  },
)

test('of an agent that ended with the last result the model hears as well', async () => {
  const { engine, end } = openWork([agent])
  await end(0)
  await endTasks(engine, never, rules(0))
  expect(engine.ops).toEqual([{ type: 'hear_news' }])
})

test('an agent that ends while the model answers to another is heard as well', async () => {
  const { engine, end, heard, answering } = openWork([agent, { ...agent, id: 'a2' }])
  answering.push(() => end(1))
  await end(0)
  await endTasks(engine, never, rules(0))
  expect(heard()).toBe(2)
})

test('an agent that the model starts when it hears of another is waited for as well', async () => {
  const work = openWork([agent])
  work.answering.push(async () => void work.add({ ...agent, id: 'a2' }))
  const ending = endTasks(work.engine, never, rules(0))
  await new Promise(resolve => setImmediate(resolve))
  await work.end(0)
  await expect.poll(() => work.heard()).toBe(1)
  await work.end(1)
  await ending
  expect(work.heard()).toBe(2)
})

test('a model that fails while it hears of one is asked nothing more', async () => {
  const work = openWork([agent, { ...agent, id: 'a2' }])
  let failed = false
  work.answering.push(async () => {
    failed = true
    await work.end(1)
  })
  await work.end(0)
  await endTasks(work.engine, never, rules(0, { failed: () => failed }))
  expect(work.engine.ops).toEqual([{ type: 'hear_news' }])
})

test('an agent whose call was made for its answer is waited for, whatever it is', async () => {
  const work = openWork([{ ...task, kind: 'monitor', hasAnswer: true }])
  const ending = endTasks(work.engine, never, rules(0))
  await new Promise(resolve => setTimeout(resolve, 5))
  await work.end(0)
  await ending
  expect(work.engine.ops).toEqual([{ type: 'hear_news' }])
})

test('what is stopped with the run is named', async () => {
  said.length = 0
  const engine = new FakeEngine([], { tasks: [{ ...task, command: 'npm run dev' }] })
  await endTasks(engine, never, rules(5))
  expect(said).toEqual([
    'Still running at the end and stopped: npm run dev (b1). Set CAPSTAN_PRINT_BG_COMMAND_WAIT_MS to wait longer (0: no limit).',
  ])
})

test('an agent that runs for longer than the ceiling is stopped, the model hears that, and it is said', async () => {
  const tasks = [agent]
  const engine = new FakeEngine([], { tasks })
  const send = engine.send.bind(engine)
  engine.send = async op => {
    await send(op)
    if (op.type === 'stop_task') tasks[0] = { ...agent, status: 'stopped' }
  }
  said.length = 0
  await endTasks(engine, never, rules(0, { ceilingMs: 10 }))
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'a1' }, { type: 'hear_news' }])
  expect(said).toEqual([expect.stringContaining('x (a1)')])
})

test('after a failure nothing more is asked of the model', async () => {
  const engine = new FakeEngine([], { tasks: [agent] })
  await endTasks(engine, never, rules(0, { failed: () => true }))
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'a1' }])
})

test('after a failure nothing is waited for, and all that is stopped is named', async () => {
  said.length = 0
  const engine = new FakeEngine([], {
    tasks: [task, { ...agent, description: 'look around' }],
    teamAtWork: ['ann'],
  })
  await endTasks(engine, never, rules(Number.POSITIVE_INFINITY, { failed: () => true }))
  expect(engine.ops).toEqual([
    { type: 'stop_task', taskId: 'b1' },
    { type: 'stop_task', taskId: 'a1' },
  ])
  expect(said).toEqual(['The run failed. Still running and stopped: look around (a1), ann (@ann), x (b1).'])
})

test('what ended before a failure and was not told is named; what the failure stopped is named once', async () => {
  said.length = 0
  const engine = new FakeEngine([], {
    tasks: [task],
    pendingNotes: 3,
    untoldNotes: [
      { id: 'a7', label: 'read the tests' },
      { id: '', label: 'a line of a monitor\nand more' },
      { id: 'b1', label: 'x' },
    ],
  })
  await endTasks(engine, never, rules(0, { failed: () => true }))
  expect(engine.ops).toEqual([{ type: 'stop_task', taskId: 'b1' }])
  expect(said).toEqual([
    'The run failed. Still running and stopped: x (b1).',
    expect.stringMatching(
      /^The run failed before the model was told about: read the tests \(a7\), a line of a monitor.*and more\.$/,
    ),
  ])
})

test.each([
  [undefined, 600_000],
  ['', 600_000],
  ['x', 600_000],
  ['-1', 600_000],
  ['1500', 1500],
  ['0', Number.POSITIVE_INFINITY],
])('a ceiling of %j is %j ms', (written, ms) => {
  expect(endRules({ ceiling: written })).toEqual({ graceMs: 5000, ceilingMs: ms })
  expect(endRules({ grace: written }).graceMs).toBe(ms === 600_000 ? 5000 : ms)
})
