import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TaskWork, WorkEnd } from '../../protocol/agents/task-work.ts'
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

const told = (tasks: TaskRegistry): readonly string[] => tasks.takeNotes().map(({ text }) => text)

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
  expect([notes(), told(tasks), told(tasks)]).toEqual([
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
  expect([told(tasks), tasks.get('bid1')?.status === 'running']).toEqual([[], false])
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
    'There is no background task b9. None was started in this session.',
  )
  tasks.add(makeWork().work)
  await expect(tasks.output('b9', { signal })).rejects.toThrow('Known: bid1 (running).')
})

test('an agent is also known by its name, the newest of it', async () => {
  const { tasks } = bench()
  const { work } = makeWork()
  tasks.add({ ...work, kind: 'agent', id: 'a1', name: 'ann' })
  tasks.add({ ...makeWork().work, kind: 'agent', id: 'a2', name: 'ann' })
  expect(tasks.get('ann')?.id).toBe('a2')
  await expect(tasks.output('bob', { signal })).rejects.toThrow(
    'Known: a1 (ann, running), a2 (ann, running).',
  )
  expect((await tasks.stop('ann')).id).toBe('a2')
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
  expect([tasks.list().map(task => task.status), told(tasks), changes.at(-1)?.running]).toEqual([
    ['stopped', 'stopped'],
    [],
    [],
  ])
  expect(() => tasks.add(makeWork().work)).toThrow('The session is ending')
})

test('work that crashes is told as failed, with why', async () => {
  const { tasks } = bench()
  tasks.add(makeWork({ ended: Promise.reject(new Error('boom')) }).work)
  await new Promise(done => setImmediate(done))
  expect([tasks.get('bid1')?.status, told(tasks)[0]?.includes('It crashed: boom')]).toEqual(['failed', true])
})

test('work that runs for longer than it may is ended, and the model is told why', async () => {
  const { tasks } = bench()
  tasks.add(makeWork({ maxMs: 5, kind: 'monitor' }).work)
  await tasks.output('mid1', { waitMs: 60_000, signal: new AbortController().signal })
  expect(tasks.get('mid1')).toMatchObject({
    status: 'stopped',
    reason: 'It was ended after its limit of 5 ms.',
  })
})

test('each kind of work has ids of its own, and an agent keeps the one it has', () => {
  const { tasks } = bench()
  const kinds = ['shell', 'agent', 'teammate', 'remote_agent', 'dream', 'workflow', 'monitor'] as const
  const ids = kinds.map(kind => tasks.add(makeWork({ kind }).work).id)
  const own = tasks.add(makeWork({ kind: 'agent', id: 'agent-7' }).work).id
  expect([...ids, own]).toEqual(['bid1', 'aid2', 'tid3', 'rid4', 'did5', 'wid6', 'mid7', 'agent-7'])
})

test('an agent that goes on after its end is one task, and its next end is told again', async () => {
  const { tasks } = bench()
  const first = makeWork({ kind: 'agent', id: 'agent-7' })
  tasks.add(first.work)
  await first.end({ status: 'completed', result: 'one' })
  const next = makeWork({ kind: 'agent', id: 'agent-7' })
  tasks.add(next.work)
  await next.end({ status: 'completed', result: 'two', usage: { tokens: 3, toolUses: 1 } })
  const notes = told(tasks)
  expect([
    tasks.list().length,
    notes.length,
    notes.map(note => /<result>(.*)<\/result>/.exec(note)?.[1]),
  ]).toEqual([1, 2, ['one', 'two']])
  expect((await tasks.output('agent-7', { signal })).text).toBe('two')
})

test('agents do not take the room of commands', () => {
  const { tasks } = bench()
  for (let agent = 0; agent < 40; agent++) tasks.add(makeWork({ kind: 'agent' }).work)
  expect(tasks.add(makeWork().work).status).toBe('running')
})

test('work without a file has nothing to read, and can be watched to its end', async () => {
  const { tasks } = bench()
  const { outputFile: _, onOutput: __, ...bare } = makeWork({ kind: 'dream' }).work
  const { id } = tasks.add(bare)
  let ended = 0
  tasks.watch(
    id,
    () => undefined,
    () => ended++,
  )
  expect((await tasks.output(id, { signal })).text).toBe('')
  await tasks.stop(id)
  await new Promise(done => setImmediate(done))
  expect(ended).toBe(1)
})

test('what was ended by somebody else than the model is told to it', async () => {
  const { tasks } = bench()
  tasks.add(makeWork().work)
  await tasks.stopAndTell('bid1')
  expect(told(tasks)[0]).toContain('<status>killed</status>')
  await tasks.stopAndTell('bid1')
  expect(told(tasks)).toEqual([])
})

test('what has ended is forgotten once it was seen, not before', async () => {
  const { tasks } = bench()
  for (let more = 0; more < 40; more++) {
    const one = makeWork()
    tasks.add(one.work)
    await one.end({ status: 'completed' })
  }
  const unseen = tasks.list().length
  told(tasks)
  tasks.add(makeWork().work)
  expect([unseen, tasks.list().length]).toEqual([40, 31])
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

test('the end of an agent that goes on before anybody was told is told as its earlier one, once, and nothing old is new', async () => {
  const { tasks } = bench()
  const first = makeWork({ kind: 'agent', id: 'a1' })
  tasks.add(first.work)
  first.print('old words\n')
  await first.end({ status: 'completed', result: 'old words' })
  const again = makeWork({ kind: 'agent', id: 'a1', outputFile: first.outputFile })
  tasks.add(again.work)
  expect((await tasks.output('a1', { signal })).text).toBe('')
  const [note = '', ...rest] = told(tasks)
  expect([note.includes('old words'), note.includes('it has gone on since'), rest]).toEqual([true, true, []])
  await again.end({ status: 'completed', result: 'new words' })
  const ends = told(tasks)
  expect([ends.length, ends[0]?.includes('new words'), ends[0]?.includes('old words')]).toEqual([
    1,
    true,
    false,
  ])
})

test('an earlier end that waits is not taken back by the next one that is read', async () => {
  const { tasks } = bench()
  const first = makeWork({ kind: 'agent', id: 'a1' })
  tasks.add(first.work)
  await first.end({ status: 'completed', result: 'old words' })
  const again = makeWork({ kind: 'agent', id: 'a1', outputFile: first.outputFile })
  tasks.add(again.work)
  await again.end({ status: 'completed', result: 'new words' })
  expect((await tasks.output('a1', { signal })).text).toBe('new words')
  expect(told(tasks).map(text => /(?:old|new) words/.exec(text)?.[0])).toEqual(['old words'])
})

test('an end with nothing new joins the next turn, and mail that it replaces is read with it or with TaskOutput', async () => {
  const { tasks } = bench()
  const marked: string[] = []
  const end = (mail: string): WorkEnd => ({
    status: 'completed',
    note: { mail, startsNone: true, onRecorded: () => void marked.push(mail) },
  })
  const joins = makeWork({ kind: 'teammate', id: 'a1', name: 'ann' })
  const read = makeWork({ kind: 'teammate', id: 'a2', name: 'bob' })
  tasks.add(joins.work)
  tasks.add(read.work)
  await joins.end(end('m1'))
  await read.end(end('m2'))
  expect(tasks.pendingNotes).toBe(0)
  await tasks.output('bob', { signal })
  const notes = tasks.takeNotes()
  expect(notes.map(({ text }) => /teammate (\w+) .*/.exec(text)?.[0])).toEqual([
    'teammate ann "npm test" has stopped.</summary>',
  ])
  for (const note of notes) tasks.noteRecorded(note)
  expect(marked.toSorted()).toEqual(['m1', 'm2'])
})
