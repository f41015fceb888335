import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../src/protocol/event.ts'
import type { Message } from '../../src/protocol/message.ts'
import type { ThreadEnd, ThreadSpec } from '../../src/protocol/thread.ts'
import { drive, openWorld } from '../support/open-threads.ts'

const spec = (id: string, more: Partial<ThreadSpec> = {}): ThreadSpec => ({
  agent: { id, name: `agent ${id}`, toolUseId: `toolu_${id}` },
  ...more,
})

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
  // Of the conversation nothing was said; what a command may have changed is noted for its rewind before it runs.
  const kinds = readFileSync(session.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).type)
  expect(kinds.filter(kind => kind === 'user' || kind === 'assistant')).toEqual([])
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

test('a turn of a thread is said to begin and to end, also when it is given up', async () => {
  const {
    world,
    parts,
    events: told,
  } = await openWorld({ scenario: { replies: [{ text: 'a' }, { text: 'b' }] } })
  await using _ = world
  const thread = await parts.openThread(spec('t'))
  const { events, end } = await drive(thread, 'go')
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(['turn_started', 'turn_ended'])
  expect(events.at(-1)).toMatchObject({ terminal: end.terminal, report: { requests: 1, text: 'a' } })
  const run = thread.run('again', new AbortController().signal)
  await run.next()
  await run.return(end)
  expect(told.filter(({ type }) => type === 'turn_ended')).toMatchObject([
    { agent: { id: 't' }, terminal: { kind: 'model_error' } },
  ])
  await thread[Symbol.asyncDispose]()
})

test('a thread can call the tools it was given and no others', async () => {
  const { world, parts } = await openWorld({
    scenario: { replies: [{ tool: { name: 'Bash', input: { command: 'touch made' } } }, { text: 'done' }] },
  })
  await using _ = world
  const thread = await parts.openThread(spec('r', { tools: ['Read'] }))
  const { events } = await drive(thread, 'go')
  expect(events[0]).toMatchObject({ turn: { tools: ['Read'] } })
  expect(world.model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['Read'])
  expect(existsSync(join(world.dir, 'made'))).toBe(false)
  await thread[Symbol.asyncDispose]()
})
