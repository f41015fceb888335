import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { endTasks } from '../../src/frontends/headless/end-tasks.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'
import type { Model } from '../../src/protocol/model.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

type Replies = WorldOptions['scenario']['replies']

interface Order {
  readonly wake?: boolean
  /** What ann first does waits until a request of the leader ends with these words. */
  readonly annAfter?: string
}

const lastOf = (request: Parameters<Model['stream']>[0]): string => JSON.stringify(request.messages.at(-1))

const inOrder = (model: Model, after: string): Model => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    async *stream(...asked: Parameters<Model['stream']>) {
      if (lastOf(asked[0]).includes(after)) resolve()
      if (lastOf(asked[0]).includes('WORK as ann')) await promise
      return yield* model.stream(...asked)
    },
  }
}

const openTeam = async (replies: Replies, { wake = false, annAfter }: Order = {}): Promise<World> => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true, allAtOnce: true })
  return await createWorld({
    scenario: { replies },
    config: config => ({
      tools,
      wake,
      ...(annAfter === undefined
        ? {}
        : { models: { ...config.models, model: inOrder(config.models.model, annAfter) } }),
      teams: {
        backend: 'files',
        directory: join(config.place.taskListDir ?? '', '..', '..', 'teams'),
        on: true,
      },
    }),
  })
}

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
const create = call('TeamCreate', { team_name: 'crew', description: 'd' })
const spawn = (name: string) =>
  call('Agent', { description: name, prompt: `WORK as ${name}`, name, team_name: 'crew' })
const stop = (name: string) => call('SendMessage', { to: name, message: { type: 'shutdown_request' } })
const START = [
  { tools: [create, spawn('ann')], when: { lastUserText: 'GO' } },
  { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
]
const NOTED = { text: 'Noted.', repeat: true }

const rules = {
  graceMs: 60_000,
  ceilingMs: 60_000,
  failed: () => false,
  drained: async () => undefined,
  warn: ({ text }: LocalizedText) => expect.fail(text),
}
const run = async (world: World): Promise<void> => {
  await world.ask('GO')
  await endTasks(world.engine, new AbortController().signal, rules)
}

/** What the conversation itself said and was told, in order. */
const leaderWords = (world: World, type: 'assistant' | 'user'): readonly string[] =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.agent === undefined && event.entry.type === type
      ? [JSON.stringify(event.entry.message.content)]
      : [],
  )
const timesTold = (world: World, words: string): number =>
  leaderWords(world, 'user').join('\n').split(words).length - 1

test('a member that rests and is asked to stop is told of once, in the turn that asked, and the answer of the run stays', async () => {
  await using world = await openTeam([
    ...START,
    { text: 'The part is done.', when: { lastUserText: 'WORK as ann' } },
    { tool: stop('ann'), when: { lastUserText: 'The part is done.' } },
    { text: 'The final answer.', when: { toolResult: { tool: 'SendMessage' } } },
    NOTED,
  ])
  await run(world)
  expect(leaderWords(world, 'assistant').at(-1)).toContain('The final answer.')
  expect([timesTold(world, 'The part is done.'), timesTold(world, 'has stopped')]).toEqual([1, 1])
  expect(timesTold(world, 'agreed to stop')).toBe(0)
})

test('a member that is asked to stop while it works says its last words once', async () => {
  await using world = await openTeam(
    [
      { tools: [create, spawn('ann')], when: { lastUserText: 'GO' } },
      { tool: stop('ann'), when: { toolResult: { tool: 'Agent' } } },
      { text: 'Asked.', when: { toolResult: { tool: 'SendMessage' } } },
      { text: 'The part is done.', when: { lastUserText: 'WORK as ann' } },
      { text: 'Yes.', when: { lastUserText: 'You are asked to stop' } },
      { text: 'The final answer.', when: { lastUserText: 'The part is done.' } },
      NOTED,
    ],
    { annAfter: 'Sent to ann' },
  )
  await run(world)
  // Whether it hears that in its turn or behind it.
  expect([timesTold(world, 'The part is done.'), timesTold(world, 'agreed to stop')]).toEqual([1, 0])
  expect(timesTold(world, 'has stopped')).toBeLessThan(2)
  expect(leaderWords(world, 'assistant').at(-1)).toContain('The final answer.')
})

test('a member that stops with a task unfinished is not completed: the leader is told what is pending again', async () => {
  await using world = await openTeam([
    {
      tools: [create, call('TaskCreate', { subject: 'Paint it', description: 'blue' }), spawn('ann')],
      when: { lastUserText: 'GO' },
    },
    { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'Ready.', when: { lastUserText: 'WORK as ann' } },
    { text: 'Half of it is blue.', when: { lastUserText: 'is yours now' } },
    { tool: stop('ann'), when: { lastUserText: 'Half of it is blue.' } },
    { text: 'Stopped it.', when: { toolResult: { tool: 'SendMessage' } } },
    { text: 'ok', repeat: true },
  ])
  await run(world)
  const told = leaderWords(world, 'user').join('\n')
  expect(told).toContain('has stopped. Its unfinished tasks are pending again: 1. Paint it (was begun).')
  expect(told).toContain('<status>killed</status>')
  expect(told).not.toContain('<status>completed</status>')
  expect(timesTold(world, 'pending again')).toBe(1)
})

test('a leader that was told to wait before it deletes the team hears of the end', async () => {
  await using world = await openTeam(
    [
      { tools: [create, spawn('ann')], when: { lastUserText: 'GO' } },
      { tools: [stop('ann'), call('TeamDelete', {})], when: { toolResult: { tool: 'Agent' } } },
      { text: 'Then later.', when: { toolResult: { tool: 'TeamDelete', isError: true } } },
      { text: 'Ready.', when: { lastUserText: 'WORK as ann' } },
      { text: 'Yes.', when: { lastUserText: 'You are asked to stop' } },
      { tool: call('TeamDelete', {}), when: { lastUserText: 'has stopped' } },
      { text: 'It is gone.', when: { toolResult: { tool: 'TeamDelete' } } },
      NOTED,
    ],
    { annAfter: 'Asked to stop and not stopped yet' },
  )
  await run(world)
  expect(leaderWords(world, 'assistant').at(-1)).toContain('It is gone.')
})

test('the person who stops a resting member ends it; nothing of it is told as completed or as new', async () => {
  await using world = await openTeam(
    [
      ...START,
      { text: 'The part is done.', when: { lastUserText: 'WORK as ann' } },
      { text: 'ok', repeat: true },
    ],
    { wake: true },
  )
  await world.ask('GO')
  const ann = async () => (await world.engine.query('runningAgents')).find(({ name }) => name === 'ann')
  await vi.waitFor(async () => expect((await ann())?.status).toBe('idle'), { timeout: 60_000, interval: 5 })
  await world.engine.send({ type: 'stop_agent', agentId: (await ann())?.id ?? '' })
  await vi.waitFor(() => expect(timesTold(world, 'has stopped')).toBe(1), { timeout: 60_000, interval: 5 })
  expect(timesTold(world, 'The part is done.')).toBe(1)
  expect(leaderWords(world, 'user').join('\n')).not.toContain('<status>completed</status>')
})
