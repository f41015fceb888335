import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createConversation } from '../../src/engine/conversation.ts'
import { openSession } from '../../src/engine/session-file/sessions.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { Message } from '../../src/protocol/message.ts'
import type { Thread, ThreadEnd, ThreadSpec } from '../../src/protocol/thread.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

/** A session of its own, in the directory of a world, whose threads can be opened by hand. */
const openThreads = async (world: World, given: EngineConfig) => {
  const events: Event[] = []
  const session = await openSession({
    configHome: world.configHome,
    cwd: world.dir,
    version: '0.0.0',
    entrypoint: 'test',
    persist: true,
    newId: () => crypto.randomUUID(),
    now: () => new Date(),
    newSessionId: crypto.randomUUID(),
    onError: error => {
      throw error
    },
  })
  const nothing = () => undefined
  const parts = createConversation(
    { ...given, session },
    {
      engine: world.engine,
      own: {},
      emit: event => void events.push(event),
      onNote: nothing,
      stop: nothing,
      record: async message => void (await parts.thread.record(message)),
      alone: work => work(new AbortController().signal),
      isRunning: () => false,
      submit: async () => undefined,
      serve: nothing,
      fork: () => {
        throw new Error('nobody asks beside')
      },
      duringCommand: () => world.engine,
      queued: () => 0,
    },
  )
  await parts.thread.scope.restarted([], 'resume')
  return { parts, events, session }
}

const openWorld = async (options: WorldOptions) => {
  let given: EngineConfig | undefined
  const world = await createWorld({
    allow: ['Bash', 'Edit', 'Write', 'Read'],
    ...options,
    config: config => {
      given = config
      return {}
    },
  })
  if (!given) throw new Error('no configuration')
  const opened = await openThreads(world, given)
  return { world, ...opened }
}

const spec = (id: string, more: Partial<ThreadSpec> = {}): ThreadSpec => ({
  agent: { id, name: `agent ${id}`, toolUseId: `toolu_${id}` },
  ...more,
})

const drive = async (thread: Thread, said: string): Promise<{ events: Event[]; end: ThreadEnd }> => {
  const events: Event[] = []
  const run = thread.run(said, new AbortController().signal)
  for (;;) {
    const step = await run.next()
    if (step.done) return { events, end: step.value }
    events.push(step.value)
  }
}

const textsIn = (messages: readonly Message[]): string => JSON.stringify(messages)

test('a thread has a chain of its own: a file beside the session, every event with its agent', async () => {
  const { world, parts, session } = await openWorld({
    scenario: {
      replies: [{ tool: { name: 'Bash', input: { command: 'mkdir sub && cd sub' } } }, { text: 'found' }],
    },
  })
  await using _ = world
  const thread = await parts.openThread(spec('a1'))
  const { events, end } = await drive(thread, 'look around')
  expect(end).toMatchObject({ terminal: { kind: 'completed' }, text: 'found', requests: 2 })
  expect(events.every(({ agent }) => agent?.id === 'a1')).toBe(true)
  // Its directory moved; that of the conversation did not.
  expect(parts.thread.live.cwd).toBe(world.dir)
  expect(parts.thread.config.session.messages).toEqual([])
  await thread[Symbol.asyncDispose]()
  const file = join((session.path ?? '').replace(/\.jsonl$/, ''), 'subagents', 'agent-a1.jsonl')
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const chained = lines.filter(line => line.uuid)
  expect(
    chained.every(line => line.isSidechain && line.agentId === 'a1' && line.sessionId === session.id),
  ).toBe(true)
  expect(chained.at(-2)?.cwd ?? chained.at(-1)?.cwd).toBe(join(world.dir, 'sub'))
  // What it cost is on the bill of the session, as an agent's.
  expect(parts.session.purse.accounts.cost.bySource?.agent?.requests).toBe(2)
  expect(existsSync(session.path ?? '')).toBe(false)
})

test("a forked thread's request begins with the bytes of its parent's", async () => {
  const { world, parts } = await openWorld({
    files: { 'a.txt': 'hello\n' },
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { text: 'one' },
        { text: 'two' },
        { text: 'three' },
      ],
    },
  })
  await using _ = world
  const parent = await parts.openThread(spec('p'))
  await drive(parent, 'read it')
  const prefix = parent.prefix()
  const first = await parts.openThread(spec('c1', { prefix }))
  const second = await parts.openThread(spec('c2', { prefix }))
  await drive(first, 'you do this')
  await drive(second, 'you do that')
  const [parentRequest, child, other] = world.model.requests.slice(1)
  expect(child?.system).toEqual(parentRequest?.system)
  expect(child?.tools).toEqual(parentRequest?.tools)
  // Without the brackets that end it.
  const sent = JSON.stringify(parentRequest?.messages).slice(0, -1)
  for (const request of [child, other]) expect(JSON.stringify(request?.messages).startsWith(sent)).toBe(true)
  expect(JSON.stringify(other?.messages)).toContain('you do that')
  for (const thread of [parent, first, second]) await thread[Symbol.asyncDispose]()
})

test('a thread ends at its own limits: turns, money, tokens, time', async () => {
  const call = { tool: { name: 'Bash', input: { command: 'true' } }, repeat: true }
  const { world, parts } = await openWorld({ scenario: { replies: [call] } })
  await using _ = world
  const ends: string[] = []
  for (const [at, limits] of [{ turns: 2 }, { usd: 0.000001 }, { tokens: 1 }].entries()) {
    const thread = await parts.openThread(spec(`l${at}`, { limits }))
    ends.push((await drive(thread, 'go')).end.terminal.kind)
    await thread[Symbol.asyncDispose]()
  }
  expect(ends).toEqual(['max_turns', 'budget_usd', 'budget_tokens'])
})

test('the end of the session budget ends the threads that run', async () => {
  const call = { tool: { name: 'Bash', input: { command: 'true' } }, repeat: true }
  const { world, parts } = await openWorld({ scenario: { replies: [call] } })
  await using _ = world
  const thread = await parts.openThread(spec('b'))
  const run = thread.run('go', new AbortController().signal)
  await run.next()
  for (const stop of parts.session.stops) stop({ kind: 'budget_usd', message: 'over' })
  let step = await run.next()
  while (!step.done) step = await run.next()
  expect(step.value.terminal).toMatchObject({ kind: 'budget_usd' })
  await thread[Symbol.asyncDispose]()
})

test('two threads interleaved share the purse and nothing else of what is theirs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 4, maxLength: 40 }), async order => {
      const { world, parts } = await openWorld({
        files: { 'a.txt': 'hello\n' },
        scenario: {
          replies: [
            { tool: { name: 'Read', input: { file_path: join('a.txt') } } },
            { tool: { name: 'Read', input: { file_path: join('a.txt') } } },
            { text: 'done' },
            { text: 'done' },
          ],
        },
      })
      await using _ = world
      const threads = await Promise.all(['x', 'y'].map(id => parts.openThread(spec(id))))
      const runs = threads.map((thread, at) => thread.run(`task of ${at}`, new AbortController().signal))
      const seen: Event[][] = [[], []]
      const ends: (ThreadEnd | undefined)[] = [undefined, undefined]
      const step = async (at: number): Promise<void> => {
        if (ends[at]) return
        const next = await runs[at]?.next()
        if (next?.done) ends[at] = next.value
        else if (next) seen[at]?.push(next.value)
      }
      for (const second of order) await step(second ? 1 : 0)
      while (ends.includes(undefined)) for (const at of [0, 1]) await step(at)
      for (const [at, thread] of threads.entries()) {
        const other = `task of ${1 - at}`
        const { messages } = thread.prefix()
        expect(textsIn(messages)).not.toContain(other)
        expect(JSON.stringify(seen[at])).not.toContain(other)
        expect(ends[at]?.requests).toBe(messages.filter(({ type }) => type === 'assistant').length)
      }
      const spent = parts.session.purse.accounts.cost.bySource?.agent?.requests
      expect(spent).toBe((ends[0]?.requests ?? 0) + (ends[1]?.requests ?? 0))
      for (const thread of threads) await thread[Symbol.asyncDispose]()
    }),
    { numRuns: 12 },
  )
})
