import { channel } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

// The thread of a script begins while its code is still being written. Whatever becomes of the call, none is left.

interface Threads extends Disposable {
  readonly begun: Worker[]
  readonly left: Set<Worker>
  /** Another one begins. */
  next(): Promise<void>
  /** All of them have ended. */
  over(): Promise<void>
}

const watchThreads = (): Threads => {
  const begun: Worker[] = []
  const left = new Set<Worker>()
  let changed = Promise.withResolvers<void>()
  const tell = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const hear = (message: unknown) => {
    const { worker } = message as { readonly worker: Worker }
    begun.push(worker)
    left.add(worker)
    worker.once('exit', () => {
      left.delete(worker)
      tell()
    })
    tell()
  }
  const threads = channel('worker_threads')
  threads.subscribe(hear)
  return {
    begun,
    left,
    next: () => changed.promise,
    async over() {
      while (left.size > 0) await changed.promise
    },
    [Symbol.dispose]: () => void threads.unsubscribe(hear),
  }
}

const script = (code: string) => ({ name: 'Script', input: { code } })
const resultsOf = ({ model }: World) => toolResults(model.requests).map(({ text }) => text)
const open = (replies: WorldOptions['scenario']['replies'], more: Partial<WorldOptions> = {}) =>
  createWorld({ files: { 'a.txt': 'one\n' }, ...more, scenario: { replies } })

const LOOK = "return (await tools.Read({ file_path: 'a.txt' })).text"

test('it begins before the call is whole, runs the script, and nothing begins without one', async () => {
  using threads = watchThreads()
  await using world = await open([
    { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
    { text: 'No script.' },
    { text: 'Now one.', tool: script(LOOK), fault: { kind: 'stall', afterEvents: 6 } },
  ])
  await world.ask('look')
  expect(threads.begun).toEqual([])
  const ended = world.ask('go')
  if (threads.begun.length === 0) await threads.next()
  // The call never comes to its end.
  expect(threads.begun).toHaveLength(1)
  await world.engine.send({ type: 'interrupt' })
  await ended
  await threads.over()
  expect(threads.begun).toHaveLength(1)
})

test('the one that was begun runs the script', async () => {
  using threads = watchThreads()
  await using world = await open([{ tool: script(LOOK) }, { tool: script(LOOK) }, { text: 'Done.' }])
  await world.ask('go')
  expect(resultsOf(world)).toEqual(['one', 'one'])
  await threads.over()
  expect(threads.begun).toHaveLength(2)
})

test('two scripts of one reply run side by side, with no thread more than they need', async () => {
  using threads = watchThreads()
  await using world = await open([
    { tools: [script(LOOK), script(LOOK), script('return 3')] },
    { text: 'Done.' },
  ])
  await world.ask('go')
  expect(resultsOf(world)).toEqual(['one', 'one', '3'])
  await threads.over()
  expect(threads.begun.length).toBeLessThanOrEqual(4)
})

test('a call that is denied, cannot be read or names no tool that is there leaves no thread', async () => {
  using threads = watchThreads()
  await using denied = await open([{ tool: script(LOOK) }, { text: 'Done.' }], { deny: ['Script'] })
  await denied.ask('go')
  expect(resultsOf(denied)[0]).toContain('denied')
  await using broken = await open([
    { tool: script(LOOK), fault: { kind: 'malformed_json' } },
    { tool: { name: 'Script', input: { file: 'none.js' } } },
    { text: 'Done.' },
  ])
  await broken.ask('go')
  await threads.over()
  expect(threads.begun.length).toBeLessThanOrEqual(3)
  const before = threads.begun.length
  await using absent = await open([{ tool: { name: 'Scripts', input: {} } }, { text: 'Done.' }])
  await absent.ask('go')
  expect(threads.begun).toHaveLength(before)
})

test('a script of an agent has its thread ahead as well', async () => {
  using threads = watchThreads()
  await using world = await open([
    {
      when: { lastUserText: 'GO' },
      tool: { name: 'Agent', input: { description: 'd', prompt: 'SUBTASK', run_in_background: false } },
    },
    { when: { lastUserText: 'SUBTASK' }, tool: script(LOOK) },
    { when: { toolResult: { tool: 'Script' } }, text: 'the file says one' },
    { text: 'Done.' },
  ])
  await world.ask('GO')
  expect(resultsOf(world)[0]).toContain('the file says one')
  await threads.over()
  expect(threads.begun).toHaveLength(1)
})

test('the thread that was begun is ended with its script: another session begins its own', async () => {
  using threads = watchThreads()
  {
    await using world = await open([{ tool: script('while (true) {}'), times: 1 }, { text: 'Done.' }])
    const ended = world.ask('go')
    while (!world.kinds().includes('tool_started')) await new Promise(resolve => setImmediate(resolve))
    await world.engine.send({ type: 'interrupt' })
    await ended
  }
  await threads.over()
  expect(threads.left.size).toBe(0)
})
