import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const ASKED = 'do this task with a workflow'
const ALWAYS = 'the user wants workflows without asking for each'

/** How often the newest request says it. */
const times = (world: World, words: string): number =>
  JSON.stringify(world.model.requests.filter(({ source }) => source === 'main').at(-1)?.messages).split(words)
    .length - 1

const open = async (more: Partial<EngineConfig> = {}): Promise<World> =>
  await createWorld({
    scenario: { replies: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] },
    config: () => more,
  })

test('the word in a message asks for a workflow, for that task only', async () => {
  await using world = await open()
  await world.ask('Rename the flag everywhere. Ultracode!')
  expect(times(world, ASKED)).toBe(1)
  await world.ask('And what does `ultracode` do?')
  expect(times(world, ASKED)).toBe(1)
})

test.each<[string, Partial<EngineConfig>]>([
  ['the word is turned off', { workflowWish: { wordOff: true } }],
  ['workflows are turned off', { workflowsOff: true, workflowWish: { always: true } }],
])('it asks for nothing where %s', async (_, more) => {
  await using world = await open(more)
  await world.ask('ultracode: rename the flag everywhere')
  expect([times(world, ASKED), times(world, ALWAYS)]).toEqual([0, 0])
})

test('who wants one for every task says so once', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] },
    config: ({ models }) => ({
      workflowWish: { always: true },
      models: { ...models, name: 'claude-opus-5-5' },
    }),
  })
  await world.ask('one')
  await world.ask('ultracode: two')
  expect([times(world, ASKED), times(world, ALWAYS)]).toEqual([1, 1])
  await world.engine.send({ type: 'command', line: '/clear', authority: 'owner' })
  await world.ask('three')
  expect(times(world, ALWAYS)).toBe(1)
})
