import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { turnText } from '../../src/protocol/messages/engine/turn.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { SUMMARY, used } from '../support/compaction-world.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const main = (world: World): readonly ModelRequest[] =>
  world.model.requests.filter(({ source }) => source === 'main')

const withModel =
  (name: string, more: Partial<EngineConfig['models']> = {}) =>
  ({ models }: EngineConfig): Partial<EngineConfig> => ({ models: { ...models, name, ...more } })

const say = (text: string, output = 10): ScriptedReply => ({
  text,
  usage: { input_tokens: 100, output_tokens: output },
})
const call = (n: number, output = 10): ScriptedReply => ({
  tool: { name: 'Bash', input: { command: `echo ${n}` } },
  usage: { input_tokens: 100, output_tokens: output },
})

test('adaptive thinking is sent where it is the right kind, a budget where that is', async () => {
  await using world = await createWorld({
    scenario: { replies: [say('A'), say('B'), say('C')] },
    config: withModel('claude-opus-5'),
  })
  await world.engine.send({ type: 'set_thinking', enabled: true })
  await world.ask('one')
  await world.engine.send({ type: 'set_model', model: 'claude-sonnet-4-5' })
  await world.ask('two')
  await world.engine.send({ type: 'set_model', model: 'nobody-knows-1' })
  await world.ask('three')
  expect(main(world).map(({ thinking }) => thinking)).toEqual([
    { type: 'adaptive' },
    { type: 'enabled', budget_tokens: 10_000 },
    { type: 'enabled', budget_tokens: 10_000 },
  ])
})

test('a word in the prompt raises the effort for that turn', async () => {
  await using world = await createWorld({
    scenario: { replies: [say('A'), call(1), say('B'), say('C')] },
    allow: ['Bash'],
    config: withModel('claude-opus-5', { effort: 'high' }),
  })
  await world.ask('one')
  await world.ask('ultrathink: two')
  await world.ask('three')
  expect(main(world).map(({ effort }) => effort)).toEqual(['high', 'max', 'max', 'high'])
})

test('fast mode asks for faster answers where the model has them, and its price counts', async () => {
  const usage = { input_tokens: 0, output_tokens: 1_000_000, speed: 'fast' } as const
  await using world = await createWorld({
    scenario: { replies: [{ text: 'A', usage }, say('B')] },
    config: withModel('claude-opus-5'),
  })
  await world.engine.send({ type: 'set_fast', enabled: true })
  expect((await world.ask('one')).report.cost.totalCostUSD).toBeCloseTo(50, 0)
  expect(await world.engine.query('state')).toMatchObject({ fast: true })
  await world.engine.send({ type: 'set_model', model: 'claude-sonnet-4-5' })
  expect((await world.engine.query('state')).fast).toBeUndefined()
  await world.ask('two')
  expect(main(world).map(({ speed }) => speed)).toEqual(['fast', undefined])
  await expect(world.engine.send({ type: 'set_fast', enabled: true })).rejects.toThrow(
    /no fast mode.*opus-5-5/,
  )
  const changes = world.events.filter(({ type }) => type === 'session_changed')
  expect(changes).toMatchObject([{ fast: true }, { model: 'claude-sonnet-4-5', fast: false }])
})

test('every assistant record carries the id of its request', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ ...call(1), thinking: 'hm' }, say('B')] },
    allow: ['Bash'],
  })
  await world.ask('one')
  const records = readFileSync(world.sessionPath, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { type: string; requestId?: string; message: { id: string } })
    .filter(({ type }) => type === 'assistant')
  expect(records.map(({ requestId }) => requestId)).toEqual([
    'req_scripted_0',
    'req_scripted_0',
    'req_scripted_1',
  ])
})

test('a token budget keeps the model going until it is nearly used up', async () => {
  await using world = await createWorld({
    scenario: { replies: [say('A', 6_000), say('B', 3_500)] },
    config: ({ limits }) => ({ limits: { ...limits, tokenBudget: 10_000 } }),
  })
  const end = await world.ask('one')
  expect(end.terminal.kind).toBe('completed')
  const transitions = world.events.flatMap(event => (event.type === 'transition' ? [event.transition] : []))
  expect(transitions).toEqual([{ kind: 'token_budget_continuation', used: 6_000, total: 10_000 }])
})

test('a prompt with "+10k" sets the budget of its turn, which ends it when it is used up', async () => {
  await using world = await createWorld({
    scenario: { replies: [call(1, 9_000), call(2, 4_000), say('C'), say('D')] },
    allow: ['Bash'],
  })
  const end = await world.ask('+10k do it')
  expect(end.terminal).toEqual({
    kind: 'budget_tokens',
    message: 'The token budget of 10,000 is used up (13,000 used).',
    localized: turnText('tokens_used_up', { total: '10,000', used: '13,000' }),
  })
  // Its calls have results: the conversation goes on as if nothing had been.
  expect((await world.ask('more')).report.text).toBe('C')
  expect(world.model.violations).toEqual([])
})

test('/budget sets a token budget and takes it away again', async () => {
  await using world = await createWorld({
    scenario: { replies: [say('A', 100), say('B', 19_000), say('C')] },
  })
  await world.engine.send({ type: 'command', line: '/budget 20k' })
  expect((await world.engine.query('state')).tokenBudget).toBe(20_000)
  await world.ask('one')
  await world.engine.send({ type: 'command', line: '/budget off' })
  await world.ask('two')
  expect(main(world)).toHaveLength(3)
})

test('a task budget is told to models that take one, and what is left of it after a compaction', async () => {
  const row = { id: 'small-1', window: 30_000, maxOutput: 4_000, thinking: 'none', taskBudget: true } as const
  await using world = await createWorld({
    scenario: { replies: [SUMMARY, { ...call(1), ...used(28_000) }, say('B'), say('C')] },
    allow: ['Bash'],
    config: config => ({
      ...withModel('small-1', { rows: [row] })(config),
      limits: { maxParallelTools: 1, taskBudget: 50_000 },
    }),
  })
  await world.ask('one')
  const boundary = world.events.find(
    event => event.type === 'entry' && event.entry.type === 'system' && event.entry.compactMetadata,
  )
  const [first, second] = main(world)
  expect(first?.taskBudget).toEqual({ total: 50_000 })
  expect(boundary).toBeDefined()
  expect(second?.taskBudget?.remaining).toBeLessThan(22_000)
  await world.engine.send({ type: 'set_model', model: 'claude-sonnet-4-5' })
  await world.ask('two')
  expect(main(world).at(-1)?.taskBudget).toBeUndefined()
})

/** Signatures of thoughts that go out with a request. */
const signaturesIn = (request: ModelRequest | undefined): readonly string[] =>
  (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap(block => (block.type === 'thinking' ? [block.signature] : [])),
  )

const thinkAndCall = (n: number): ScriptedReply => ({ ...call(n), thinking: `thought ${n}` })
const thinkAndSay = (text: string): ScriptedReply => ({ ...say(text), thinking: `about ${text}` })

test('thoughts go back with their signatures through calls, prompts and a resume, and to no other model', async () => {
  const replies = [thinkAndCall(1), call(2), thinkAndSay('A'), thinkAndSay('B')]
  await using world = await createWorld({ scenario: { replies }, allow: ['Bash'] })
  await world.ask('one')
  await world.ask('two')
  expect(main(world).map(request => signaturesIn(request).length)).toEqual([0, 1, 1, 2])
  const sent = JSON.stringify(main(world).at(-1)?.messages)
  await world.engine[Symbol.asyncDispose]()
  await using later = await createWorld({
    scenario: { replies: [thinkAndSay('C'), thinkAndSay('D')] },
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
  })
  await later.ask('three')
  expect(signaturesIn(main(later)[0])).toHaveLength(3)
  // Nothing that was sent has changed.
  expect(JSON.stringify(main(later)[0]?.messages).startsWith(sent.slice(0, -1))).toBe(true)
  await later.engine.send({ type: 'set_model', model: 'claude-opus-4-5' })
  await later.ask('four')
  expect(signaturesIn(main(later).at(-1))).toEqual([])
  expect([...world.model.violations, ...later.model.violations]).toEqual([])
})

test('a fallback within a round does without a thinking budget, which would have to begin it, until the next prompt', async () => {
  const broken = { kind: 'status', status: 529 } as const
  await using world = await createWorld({
    scenario: {
      replies: [
        { ...thinkAndCall(1), when: { model: 'claude-sonnet-4-5' } },
        { fault: broken, repeat: true, when: { model: 'claude-sonnet-4-5' } },
        say('A'),
        say('B'),
      ],
    },
    allow: ['Bash'],
    config: withModel('claude-sonnet-4-5', { fallbacks: ['claude-opus-4-5'] }),
  })
  await world.ask('one')
  const spare = main(world).filter(({ model }) => model === 'claude-opus-4-5')
  expect(spare.map(({ thinking }) => thinking)).toEqual([undefined])
  expect(signaturesIn(spare[0])).toEqual([])
  await world.engine.send({ type: 'set_model', model: 'claude-opus-4-5' })
  await world.ask('two')
  expect(main(world).at(-1)?.thinking).toMatchObject({ type: 'enabled' })
  expect(world.model.violations).toEqual([])
})

test('a provider that reserves the output a request allows is asked for little first', async () => {
  const cut = { text: 'a long answer', fault: 'max_tokens' } as const
  await using world = await createWorld({
    scenario: { replies: [cut, say(' and its end'), say('B')] },
    config: withModel('claude-sonnet-4-5', { reservesOutput: () => true }),
  })
  await world.ask('one')
  await world.ask('two')
  expect(main(world).map(({ maxTokens }) => maxTokens)).toEqual([14_096, 64_000, 64_000])
})
