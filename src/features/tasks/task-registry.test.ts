import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TaskWork, WorkEnd } from '../../protocol/task-work.ts'
import { ToolError } from '../../protocol/tool.ts'
import { type TaskChange, TaskRegistry } from './task-registry.ts'

const { signal } = new AbortController()

const bench = () => {
  const changes: TaskChange[] = []
  let ids = 0
  let notes = 0
  const tasks = new TaskRegistry({
    newId: () => `id${++ids}`,
    now: () => 1000 + ids,
    onChange: change => changes.push(change),
    onNote: () => notes++,
  })
  return { tasks, changes, notes: () => notes }
}

/** Work that prints and ends when it is told to. */
const makeWork = (more: Partial<TaskWork> = {}) => {
  const outputFile = join(mkdtempSync(join(tmpdir(), 'capstan-task-')), 'out.txt')
  writeFileSync(outputFile, '')
  const { promise, resolve } = Promise.withResolvers<WorkEnd>()
  const listeners = new Set<(chunk: Buffer) => void>()
  const work: TaskWork = {
    kind: 'shell',
    description: 'npm test',
    command: 'npm test --all',
    outputFile,
    ended: promise,
    stop: async () => resolve({ status: 'stopped' }),
    onOutput: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...more,
  }
  const print = (text: string | Buffer) => {
    for (const listener of listeners) listener(Buffer.from(text))
    appendFileSync(outputFile, text)
  }
  const end = async (how: WorkEnd) => {
    resolve(how)
    await new Promise(done => setImmediate(done))
  }
  return { work, print, end, outputFile, listeners }
}

test('a task is listed from its start to after its end, and both are reported with what still runs', async () => {
  const { tasks, changes } = bench()
  const one = makeWork({ toolUseId: 'toolu_1' })
  const other = makeWork({ description: 'serve' })
  const started = tasks.add(one.work)
  const second = tasks.add(other.work)
  await one.end({ status: 'failed', exitCode: 2 })
  const ended = { ...started, status: 'failed', exitCode: 2, endedAt: 1002 }
  expect(started).toEqual({
    id: 'bid1',
    kind: 'shell',
    description: 'npm test',
    command: 'npm test --all',
    status: 'running',
    outputFile: one.outputFile,
    startedAt: 1001,
    toolUseId: 'toolu_1',
  })
  expect([tasks.list(), tasks.get('bid1'), tasks.get('nope')]).toEqual([[ended, second], ended, undefined])
  expect(changes).toEqual([
    {
      change: 'started',
      task: started,
      summary: 'Background command "npm test" is running.',
      running: [started],
    },
    {
      change: 'started',
      task: second,
      summary: 'Background command "serve" is running.',
      running: [started, second],
    },
    {
      change: 'ended',
      task: ended,
      summary: 'Background command "npm test" failed with exit code 2.',
      running: [second],
    },
  ])
})

test('the end of a task is told once', async () => {
  const { tasks, notes } = bench()
  const { work, end, outputFile } = makeWork()
  tasks.add(work)
  await end({ status: 'completed', exitCode: 0 })
  expect([notes(), tasks.takeNotes(), tasks.takeNotes()]).toEqual([
    1,
    [
      `<task-notification>\n<task-id>bid1</task-id>\n<status>completed</status>\n<summary>Background command "npm test" ended with exit code 0.</summary>\n<output-file>${outputFile}</output-file>\n</task-notification>`,
    ],
    [],
  ])
})

test.each([
  ['read to its end', (tasks: TaskRegistry) => tasks.output('bid1', { signal })],
  ['stopped by the model', (tasks: TaskRegistry) => tasks.stop('bid1')],
])('a task that was %s is not told again', async (_name, learn) => {
  const { tasks } = bench()
  const { work, end } = makeWork()
  tasks.add(work)
  if (_name.startsWith('read')) await end({ status: 'completed', exitCode: 0 })
  await learn(tasks)
  expect([tasks.takeNotes(), tasks.get('bid1')?.status === 'running']).toEqual([[], false])
})

test('output gives what is new since the last time, and keeps half a character for the next', async () => {
  const { tasks } = bench()
  const { work, print, end } = makeWork()
  tasks.add(work)
  const read = async () => (await tasks.output('bid1', { signal })).text
  print('one\n')
  const first = await read()
  print(Buffer.from('two →').subarray(0, 6))
  const second = await read()
  print(Buffer.from('two →').subarray(6))
  const third = await read()
  print(Buffer.from([0xe2]))
  await end({ status: 'completed' })
  expect([first, second, third, await read(), await read()]).toEqual(['one\n', 'two ', '→', '\ufffd', ''])
})

test('of much new output the end is given, and that is said', async () => {
  const { tasks } = bench()
  const { work, print } = makeWork()
  tasks.add(work)
  print(`${'x'.repeat(100_000)}end`)
  const { text, truncated } = await tasks.output('bid1', { signal })
  expect([text.length, text.endsWith('end'), truncated]).toEqual([30_000, true, true])
})

test('a filter shows the lines that match; the others count as read', async () => {
  const { tasks } = bench()
  const { work, print } = makeWork()
  tasks.add(work)
  print('ok 1\nERROR a\nok 2\nERROR b\n')
  const { text } = await tasks.output('bid1', { filter: /error/gi, signal })
  expect([text, (await tasks.output('bid1', { signal })).text]).toEqual(['ERROR a\nERROR b', ''])
})

test('a filter that backtracks for ever is given up and said', async () => {
  const { tasks } = bench()
  const { work, print } = makeWork()
  tasks.add(work)
  print(`${'a'.repeat(60)}b\n`)
  await expect(tasks.output('bid1', { filter: /^(a+)+$/, signal })).rejects.toThrow('takes too long')
})

test('waiting ends with the task, with the time or with the turn', async () => {
  const { tasks } = bench()
  const { work, print, end } = makeWork()
  tasks.add(work)
  const brief = await tasks.output('bid1', { waitMs: 5, signal })
  const aborted = await tasks.output('bid1', { waitMs: 600_000, signal: AbortSignal.abort() })
  const waiting = tasks.output('bid1', { waitMs: 600_000, signal })
  print('late')
  await end({ status: 'completed', exitCode: 0 })
  const whole = await waiting
  expect([brief.task.status, aborted.task.status, whole.task.status, whole.text]).toEqual([
    'running',
    'running',
    'completed',
    'late',
  ])
})

test('a task nobody knows is an error that names those there are', async () => {
  const { tasks } = bench()
  await expect(tasks.stop('b9')).rejects.toThrow(
    new ToolError('There is no background task b9. None was started in this session.'),
  )
  tasks.add(makeWork().work)
  await expect(tasks.output('b9', { signal })).rejects.toThrow('Known: bid1 (running).')
})

test('a watcher gets whole lines, the last one at the end, and nothing after it went', async () => {
  const { tasks } = bench()
  const { work, print, end, listeners } = makeWork()
  tasks.add(work)
  const lines: string[] = []
  const others: string[] = []
  let ended = 0
  tasks.watch(
    'bid1',
    line => lines.push(line),
    () => ended++,
  )
  const stop = tasks.watch(
    'bid1',
    line => others.push(line),
    () => ended++,
  )
  print('a\r\nb')
  stop()
  print('c\nlast')
  await end({ status: 'completed' })
  expect([lines, others, ended, listeners.size]).toEqual([['a', 'bc', 'last'], ['a'], 1, 1])
})

test('the end of the session stops everything, and nothing new begins', async () => {
  const { tasks, changes } = bench()
  tasks.add(makeWork().work)
  tasks.add(makeWork().work)
  await tasks[Symbol.asyncDispose]()
  tasks.notify('too late')
  expect([tasks.list().map(task => task.status), tasks.takeNotes(), changes.at(-1)?.running]).toEqual([
    ['stopped', 'stopped'],
    [],
    [],
  ])
  expect(() => tasks.add(makeWork().work)).toThrow('The session is ending')
})

test('there is an end to how many may run, and to how many are remembered', async () => {
  const { tasks } = bench()
  const works = Array.from({ length: 32 }, makeWork)
  for (const { work } of works) tasks.add(work)
  expect(() => tasks.add(makeWork().work)).toThrow('32 background tasks run already')
  for (const { end } of works) await end({ status: 'completed' })
  for (let more = 0; more < 120; more++) {
    const one = makeWork()
    tasks.add(one.work)
    await one.end({ status: 'completed' })
  }
  expect(tasks.list().length).toBe(100)
})

test('ids stay apart even when their source repeats itself', () => {
  const tasks = new TaskRegistry({
    newId: () => 'same-same-same',
    now: () => 0,
    onChange: () => undefined,
    onNote: () => undefined,
  })
  expect([tasks.add(makeWork().work).id, tasks.add(makeWork().work).id]).toEqual(['bsamesame', 'bsamesamex2'])
})
