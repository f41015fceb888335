import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const ADVICE = 'The test never runs: check the pattern in vitest.config.ts first.'

const sent = (world: World, from: string) => world.model.requests.filter(({ source }) => source === from)
const names = (world: World) =>
  sent(world, 'main').map(({ tools = [] }) => tools.some(({ name }) => name === 'Advisor'))

const withAdvisor = ({ models }: EngineConfig): Partial<EngineConfig> => ({
  models: { ...models, advisor: 'claude-opus-5-5' },
})

const asks = { text: 'I mean to delete the test. Right?', tool: { name: 'Advisor', input: {} } }

test('the model shows the conversation to its advisor, and goes on with the advice', async () => {
  await using world = await createWorld({
    scenario: { replies: [asks, { text: ADVICE }, { text: 'I look there first.' }] },
    config: withAdvisor,
  })
  const { report } = await world.ask('Make the suite green')
  const [asked] = sent(world, 'advisor')
  expect(asked?.model).toBe('claude-opus-5-5')
  // All that was said, and what stands before the call, as the last thing in it.
  const messages = JSON.stringify(asked?.messages)
  expect(messages).toContain('Make the suite green')
  expect(messages).toContain('I mean to delete the test. Right?')
  expect(messages).not.toContain('"name":"Advisor"')
  expect(names(world)).toEqual([true, true])
  expect(JSON.stringify(sent(world, 'main').at(-1)?.messages)).toContain(ADVICE)
  expect(Object.keys(report.cost.modelUsage)).toContain('claude-opus-5-5')
  // What was said to the advisor itself is no part of the conversation.
  expect(readFileSync(world.sessionPath, 'utf8')).not.toContain('You are now the advisor')
})

test('without an advisor the tool is not there and costs nothing', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'Hi' }] } })
  await world.ask('Hello')
  expect(names(world)).toEqual([false])
})

test('one that comes later leaves the bytes before it as they were', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'Hi' }, asks, { text: ADVICE }, { text: 'Done' }] },
  })
  await world.ask('Hello')
  await world.engine.send({ type: 'set_advisor', model: 'claude-opus-5-5' })
  expect(await world.engine.query('state')).toMatchObject({ advisor: 'claude-opus-5-5' })
  await world.ask('Go on')
  const [first, second] = sent(world, 'main')
  expect(second?.tools).toEqual(first?.tools)
  expect(JSON.stringify(second?.messages)).toContain('Advisor')
  expect(JSON.stringify(sent(world, 'main').at(-1)?.messages)).toContain(ADVICE)
})

test('an advisor that was switched off, or that cannot be asked, does not stop the work', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        asks,
        { fault: { kind: 'status', status: 404, type: 'not_found_error' } },
        { text: 'A' },
        { ...asks, text: 'Once more.' },
        { text: 'B' },
      ],
    },
    config: withAdvisor,
  })
  expect((await world.ask('one')).terminal.kind).toBe('completed')
  expect(JSON.stringify(sent(world, 'main')[1]?.messages)).toContain('could not be asked')
  await world.engine.send({ type: 'set_advisor' })
  await world.ask('two')
  expect(JSON.stringify(sent(world, 'main').at(-1)?.messages)).toContain('switched the advisor off')
  expect(sent(world, 'advisor')).toHaveLength(1)
})

test('a budget that is used up keeps the advisor from being asked', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ ...asks, usage: { input_tokens: 0, output_tokens: 1_000_000 } }, { text: 'x' }] },
    config: config => ({ ...withAdvisor(config), limits: { ...config.limits, maxBudgetUsd: 1 } }),
  })
  await world.ask('one')
  expect(sent(world, 'advisor')).toEqual([])
})
