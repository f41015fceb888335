import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { createPromptCache } from '../../src/features/models/scripted/prompt-cache.ts'
import { volatileSection } from '../../src/features/prompt/sections.ts'
import type { Message } from '../../src/protocol/message.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const causes = async (world: World) =>
  (await world.engine.query('cache')).requests.map(line => [line.source, line.break?.cause])

test('a compaction is the reason for the break after it, and its own request is served from the cache', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { text: 'Hello.' },
        { text: '<summary>All well.</summary>', when: { lastUserText: '/summary/i' } },
        { text: 'Going on.' },
      ],
    },
  })
  await world.ask('hello '.repeat(3_000))
  await world.engine.compact({})
  await world.ask('go on')
  expect(await causes(world)).toEqual([
    ['main', 'first_request'],
    ['compact', undefined],
    ['main', 'compaction'],
  ])
  const [first, summary] = (await world.engine.query('cache')).requests
  expect(summary?.cacheRead).toBe(first?.cacheWrite)
})

test('a conversation that begins anew says so', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'a' }, { text: 'b' }] } })
  await world.ask('one')
  await world.engine.send({ type: 'clear' })
  await world.ask('two')
  expect(await causes(world)).toEqual([
    ['main', 'first_request'],
    ['main', 'messages_removed'],
  ])
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).not.toContain('one')
})

test('a section that changes with every turn breaks the cache for the reason it gave', async () => {
  let turn = 0
  const section = volatileSection('weather', () => `It is turn ${turn++}.`, 'it changes')
  await using world = await createWorld({
    config: ({ prompt }) => ({ prompt: { ...prompt, sections: [section] } }),
    scenario: { replies: [{ text: 'a' }, { text: 'b' }] },
  })
  await world.ask('one')
  await world.ask('two')
  const [, second] = (await world.engine.query('cache')).requests
  expect(second?.break).toMatchObject({
    cause: 'system_changed',
    detail: expect.stringContaining('weather, because it changes'),
  })
})

test.each([
  [true, 'model_error', ['first_request']],
  [false, 'completed', ['first_request', 'unexplained']],
])('with lint %s what nobody explains ends the turn as %s', async (cacheLint, kind, expected) => {
  let forge = (message: Message): Message => message
  await using world = await createWorld({
    config: ({ session }) => {
      const { view } = session
      return { session: Object.assign(session, { view: () => view().map(forge) }), cacheLint }
    },
    scenario: { replies: [{ text: 'a' }, { text: 'b' }] },
  })
  await world.ask('one')
  forge = message =>
    message.type === 'user' ? { ...message, message: { role: 'user', content: 'another' } } : message
  const end = await world.ask('two')
  expect(end.terminal.kind).toBe(kind)
  expect((await causes(world)).map(([, cause]) => cause)).toEqual(expected)
})

test('a resumed session that waited too long knows that its cache has expired', async () => {
  let time = Date.parse('2026-01-05T10:00:00.000Z')
  const cache = createPromptCache({ now: () => time })
  const clocked = (config: EngineConfig): Partial<EngineConfig> => ({
    runtime: { ...config.runtime, now: () => new Date(time) },
  })
  const world = await createWorld({ cache, config: clocked, scenario: { replies: [{ text: 'a' }] } })
  await world.ask('one '.repeat(4_000))
  await world.engine[Symbol.asyncDispose]()
  time += 20 * 60_000
  await using again = await createWorld({
    cache,
    config: clocked,
    in: world,
    scenario: { replies: [{ text: 'b' }] },
    session: { resume: { path: world.sessionPath, fork: false } },
  })
  await again.ask('two')
  const last = (await again.engine.query('cache')).requests.at(-1)
  expect(last?.break).toMatchObject({ cause: 'expired', detail: '20 minutes since the previous request' })
  await world[Symbol.asyncDispose]()
})

test('a newer program has another prompt and says that it was upgraded', async () => {
  const world = await createWorld({ scenario: { replies: [{ text: 'a' }] } })
  await world.ask('one')
  await world.engine[Symbol.asyncDispose]()
  await using again = await createWorld({
    in: world,
    config: ({ prompt }) => ({ prompt: { ...prompt, append: 'New words.' } }),
    scenario: { replies: [{ text: 'b' }] },
    session: { version: '9.9.9', resume: { path: world.sessionPath, fork: false } },
  })
  await again.ask('two')
  const last = (await again.engine.query('cache')).requests.at(-1)
  expect(last?.break).toMatchObject({ cause: 'upgraded', detail: expect.stringContaining('0.0.0 → 9.9.9') })
  await world[Symbol.asyncDispose]()
})
