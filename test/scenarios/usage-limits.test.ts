import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

const NOON = '2026-11-16T12:00:00'
const MINUTE = 60_000
const HOURS = 2 * 60 * MINUTE
const LIMITED = { fault: { kind: 'status', status: 429, retryAfter: HOURS / 1000 } } as const
const RESETS = new Date(NOON).getTime() + HOURS

interface Given extends Pick<WorldOptions, 'session' | 'in' | 'files' | 'allow'> {
  readonly wait?: 'ask' | 'always' | 'never'
  readonly wake?: boolean
  readonly config?: (config: EngineConfig) => Partial<EngineConfig>
}

const open = async (replies: Scenario['replies'], clock: FakeClock, given: Given = {}): Promise<World> => {
  const { wait, wake = true, config: more, ...rest } = given
  return await createWorld({
    ...rest,
    scenario: { replies },
    config: config => ({
      wake,
      permissions: { ...config.permissions, canAsk: wake },
      limits: { ...config.limits, ...(wait ? { waitForLimit: wait } : {}) },
      runtime: { ...config.runtime, ...clock.runtime },
      ...more?.(config),
    }),
  })
}

const said = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
const questions = (world: World) =>
  world.events.flatMap(event => (event.type === 'permission_request' ? [event.request] : []))
const marks = (path: string): readonly unknown[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { type: string; limit?: unknown })
    .flatMap(({ type, limit }) => (type === 'limit-wait' ? [limit] : []))
/** Lets everything run that can before the clock moves. */
const settle = async (clock: FakeClock): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await clock.pass(0)
}

test('who said yes beforehand has the turn go on by itself when the limit has reset; nothing is sent meanwhile', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open([LIMITED, { text: 'Done.' }], clock, { wait: 'always' })
  const end = world.ask('go')
  await settle(clock)
  expect(world.events.find(({ type }) => type === 'retry')).toMatchObject({
    error: 'rate_limit',
    delayMs: HOURS,
    resetsAt: RESETS / 1000,
  })
  expect(said(world)).toEqual([
    'The usage limit for claude-sonnet-4-5 is reached. Waiting until 14:00, then work goes on automatically.',
  ])
  await clock.pass(HOURS - MINUTE)
  expect(world.model.requests).toHaveLength(1)
  await clock.pass(MINUTE)
  expect((await end).report).toMatchObject({ text: 'Done.', requests: 1 })
  expect(world.model.requests).toHaveLength(2)
  expect(world.model.requests[1]?.messages).toEqual(world.model.requests[0]?.messages)
  expect(said(world)).toContain('The usage limit for claude-sonnet-4-5 has reset. Going on.')
  expect(marks(world.sessionPath)).toEqual([{ model: 'claude-sonnet-4-5', resetsAt: RESETS }, null])
  expect(clock.timers).toBe(0)
})

test('a machine that slept through the end of the limit goes on when it wakes', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open([LIMITED, { text: 'Done.' }], clock, { wait: 'always' })
  const end = world.ask('go')
  await settle(clock)
  clock.jump(3 * HOURS)
  await clock.pass(MINUTE)
  expect((await end).report.text).toBe('Done.')
})

test('a person is asked; a yes waits, a no ends the turn with the time at which it resets', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open([LIMITED, { ...LIMITED }, { text: 'Done.' }], clock)
  const first = world.ask('go')
  await settle(clock)
  const [no] = questions(world)
  expect(no).toMatchObject({ toolName: 'UsageLimit', details: { why: expect.stringContaining('14:00') } })
  await world.engine.send({
    type: 'answer_permission',
    id: no?.id ?? '',
    answer: { behavior: 'deny', message: 'no' },
  })
  const { terminal } = await first
  expect(terminal).toMatchObject({ kind: 'model_error', error: 'rate_limit', resetsAt: RESETS / 1000 })
  expect('message' in terminal && terminal.message).toContain('The limit resets at 14:00.')
  expect(marks(world.sessionPath)).toEqual([])
  // What was refused is not believed: the provider is asked again, it may be another plan by now.
  const second = world.ask('again')
  await settle(clock)
  expect(world.model.requests).toHaveLength(2)
  await world.engine.send({
    type: 'answer_permission',
    id: questions(world)[1]?.id ?? '',
    answer: { behavior: 'allow' },
  })
  await clock.pass(HOURS)
  expect((await second).report.text).toBe('Done.')
})

test.each([
  ['nobody is there', { wake: false }],
  ['settings say never', { wait: 'never' }],
] as const)('where %s the turn ends at once, and says when the limit resets', async (_, given) => {
  const clock = createFakeClock(NOON)
  await using world = await open([LIMITED], clock, given)
  expect((await world.ask('go')).terminal).toMatchObject({ kind: 'model_error', resetsAt: RESETS / 1000 })
  expect(questions(world)).toEqual([])
  expect(clock.timers).toBe(0)
})

test('Esc ends the wait and the turn; the next message asks the provider itself, and a resume does not wait', async () => {
  const clock = createFakeClock(NOON)
  const world = await open([LIMITED, { text: 'Now.' }], clock, { wait: 'always' })
  const end = world.ask('go')
  await settle(clock)
  await world.engine.send({ type: 'interrupt' })
  expect((await end).terminal.kind).toBe('aborted_streaming')
  await clock.pass(MINUTE)
  expect(marks(world.sessionPath).at(-1)).toBe(null)
  expect((await world.ask('again')).report.text).toBe('Now.')
  await world[Symbol.asyncDispose]()
})

test('two agents and the conversation are asked once, and wait for the same', async () => {
  const clock = createFakeClock(NOON)
  const agent = (name: string) => ({
    name: 'Agent',
    input: { description: name, prompt: name, subagent_type: 'general-purpose' },
  })
  await using world = await open(
    [
      { tools: [agent('one'), agent('two')], when: { lastUserText: 'go' } },
      { ...LIMITED, when: { lastUserText: 'one' } },
      { ...LIMITED, when: { lastUserText: 'two' } },
      { text: 'First.', when: { lastUserText: 'one' } },
      { text: 'Second.', when: { lastUserText: 'two' } },
      { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
    ],
    clock,
    { allow: ['Agent'] },
  )
  const end = world.ask('go')
  await settle(clock)
  expect(questions(world)).toHaveLength(1)
  await world.engine.send({
    type: 'answer_permission',
    id: questions(world)[0]?.id ?? '',
    answer: { behavior: 'allow' },
  })
  await clock.pass(HOURS)
  await settle(clock)
  expect((await end).report.text).toBe('Done.')
  expect(said(world).filter(text => text.includes('Waiting until'))).toHaveLength(1)
})

/** As kill -9 leaves it: what was written before the wait ended. */
const killedWhileWaiting = async (clock: FakeClock): Promise<{ path: string; world: World }> => {
  const world = await open([LIMITED], clock, { wait: 'always' })
  void world.ask('go').catch(() => undefined)
  await settle(clock)
  expect(marks(world.sessionPath)).toEqual([{ model: 'claude-sonnet-4-5', resetsAt: RESETS }])
  // The end of the program, as of one that is told to end, leaves the mark, too.
  return { path: world.sessionPath, world }
}

test('a session that was killed while it waited waits on after a resume, and then goes on by itself', async () => {
  const clock = createFakeClock(NOON)
  const { path, world: first } = await killedWhileWaiting(clock)
  await using world = await open([{ text: 'Done.' }], clock, {
    session: { resume: { path, fork: false } },
    in: first,
  })
  expect(marks(path)).toHaveLength(1)
  await clock.pass(MINUTE)
  expect(world.events.find(({ type }) => type === 'retry')).toMatchObject({ resetsAt: RESETS / 1000 })
  expect(questions(world)).toEqual([])
  expect(world.model.requests).toEqual([])
  await clock.pass(HOURS)
  await world.engine.idle()
  expect(world.model.requests).toHaveLength(1)
  expect(JSON.stringify(world.model.requests[0]?.messages.at(-1))).toContain('go on where you stopped')
  expect(world.events.at(-1)).toMatchObject({ type: 'turn_ended', report: { text: 'Done.' } })
  expect(marks(path).at(-1)).toBe(null)
})

test('resumed soon after the limit has reset it goes on at once', async () => {
  const clock = createFakeClock(NOON)
  const { path, world: first } = await killedWhileWaiting(clock)
  clock.jump(HOURS + MINUTE)
  await using soon = await open([{ text: 'Done.' }], clock, {
    session: { resume: { path, fork: false } },
    in: first,
  })
  await clock.pass(MINUTE)
  await soon.engine.idle()
  expect(soon.model.requests).toHaveLength(1)
})

test('resumed long after the limit has reset it says so and waits for a word', async () => {
  const { path, world: first } = await killedWhileWaiting(createFakeClock(NOON))
  const later = createFakeClock('2026-11-17T12:00:00')
  await using stale = await open([], later, { session: { resume: { path, fork: false } }, in: first })
  await later.pass(MINUTE)
  expect(stale.model.requests).toEqual([])
  expect(said(stale)).toEqual([
    'This session was waiting for the usage limit for claude-sonnet-4-5, which reset at 2026-11-16 14:00. Send a message to go on.',
  ])
})

test('a run that nobody attends and that has a prompt waits with it before it sends anything', async () => {
  const clock = createFakeClock(NOON)
  const { path, world: first } = await killedWhileWaiting(clock)
  await using world = await open([{ text: 'Done.' }], clock, {
    session: { resume: { path, fork: false } },
    in: first,
    wait: 'always',
    wake: false,
  })
  const end = world.ask('go on')
  await clock.pass(MINUTE)
  expect(world.model.requests).toEqual([])
  await clock.pass(HOURS)
  expect((await end).report.text).toBe('Done.')
  expect(world.model.requests).toHaveLength(1)
})

test('another model is asked although one is at its limit, and a copy of the session does not wait', async () => {
  const clock = createFakeClock(NOON)
  const { path, world: first } = await killedWhileWaiting(clock)
  await using world = await open([{ text: 'Other.' }, { text: 'Copy.' }], clock, {
    session: { resume: { path, fork: true } },
    in: first,
  })
  await clock.pass(MINUTE)
  expect(world.model.requests).toEqual([])
  await world.engine.send({ type: 'set_model', model: 'claude-opus-4-5' })
  expect((await world.ask('go')).report.text).toBe('Other.')
})

test('a budget that is used up keeps its word: nothing is sent after the wait either', async () => {
  const clock = createFakeClock(NOON)
  const spent = { input_tokens: 0, output_tokens: 1_000_000 }
  await using world = await open(
    [{ tool: { name: 'Bash', input: { command: 'true' } }, usage: spent }, LIMITED, { text: 'Done.' }],
    clock,
    {
      wait: 'always',
      allow: ['Bash'],
      config: ({ limits }) => ({ limits: { ...limits, waitForLimit: 'always', maxBudgetUsd: 1 } }),
    },
  )
  expect((await world.ask('go')).terminal.kind).toBe('budget_usd')
  expect(world.model.requests).toHaveLength(1)
})
