import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

const MINUTE = 60_000
const NOON = '2026-11-16T12:00:00'
const OK = { text: 'ok', repeat: true } as const

const open = async (
  clock: FakeClock,
  options: Partial<WorldOptions> & { readonly on?: boolean; readonly replies?: Scenario['replies'] } = {},
): Promise<World> => {
  const { on = false, replies = [OK], ...rest } = options
  return await createWorld({
    scenario: { replies },
    ...rest,
    config: config => ({
      wake: true,
      queued: 'attach',
      runtime: { ...config.runtime, ...clock.runtime },
      place: { ...config.place, memoryDirectory: join(config.place.cwd, '../memory') },
      assistant: {
        on: config.session.assistant ?? on,
        dayUsd: 2,
        dayTicks: 48,
        book: join(config.place.cwd, '../assistant.json'),
      },
      ...rest.config?.(config),
    }),
  })
}

const sent = (world: World, index: number): string => JSON.stringify(world.model.requests.at(index)?.messages)
const ticks = (world: World): number =>
  world.model.requests.filter(({ messages }) => JSON.stringify(messages.at(-1)).includes('<assistant-tick'))
    .length
const pass = async (world: World, clock: FakeClock, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.pass(MINUTE)
    await world.engine.idle()
  }
}
const shown = (world: World): string =>
  world.events.flatMap(event => (event.type === 'command_output' ? [event.text] : [])).join('\n')

test('/assistant switches the mode in a running session: ticks begin and end, the model is told, nothing sent is changed', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(clock)
  await world.ask('one')
  expect(await world.engine.query('assistant')).toBeNull()
  await pass(world, clock, 10)
  expect(ticks(world)).toBe(0)
  await world.engine.send({ type: 'command', line: '/assistant on' })
  expect(await world.engine.query('assistant')).toMatchObject({
    nextAt: new Date(clock.runtime.now().getTime() + 5 * MINUTE).toISOString(),
  })
  expect(shown(world)).toContain('Assistant mode is on')
  await pass(world, clock, 6)
  expect(ticks(world)).toBe(1)
  expect(sent(world, -1)).toContain('Assistant mode is on:')
  // By its other name, and as a switch.
  await world.engine.send({ type: 'command', line: '/proactive' })
  expect(await world.engine.query('assistant')).toBeNull()
  await pass(world, clock, 120)
  expect(ticks(world)).toBe(1)
  await world.ask('two')
  expect(sent(world, -1)).toContain('Assistant mode is off from here')
  const [first, ...later] = world.model.requests
  for (const request of later) {
    expect(request.system).toEqual(first?.system)
    expect(request.tools).toEqual(first?.tools)
    const before = JSON.stringify(first?.messages.at(0)?.content)
    expect(JSON.stringify(request.messages.at(0)?.content)).toContain(before.slice(1, -1))
  }
  const changes = world.events.flatMap(event =>
    event.type === 'session_changed' && event.assistant !== undefined ? [event.assistant] : [],
  )
  expect(changes.some(change => change?.nextAt !== undefined)).toBe(true)
  expect(changes.at(-1)).toBeNull()
})

test('it may be switched while a turn runs: the first pause begins with the end of that turn', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(clock)
  const turn = world.ask('one')
  await world.engine.send({ type: 'set_assistant', enabled: true })
  await turn
  await pass(world, clock, 6)
  expect(ticks(world)).toBe(1)
})

test('a resumed session goes on in assistant mode; one where nothing begins by itself tells the model that it ended', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(clock)
  await world.ask('one')
  await world.engine.send({ type: 'set_assistant', enabled: true })
  await world.ask('two')
  const resume = { resume: { path: world.sessionPath, fork: false } }
  await world.engine[Symbol.asyncDispose]()
  {
    await using again = await open(clock, { in: world, session: resume })
    await pass(again, clock, 6)
    expect(ticks(again)).toBe(1)
    // It was told before, and not again.
    expect(sent(again, -1).split('Assistant mode is on:').length).toBe(2)
    expect(sent(again, -1)).not.toContain('Assistant mode is off')
  }
  {
    await using once = await createWorld({
      scenario: { replies: [OK] },
      in: world,
      session: resume,
      config: config => ({ runtime: { ...config.runtime, ...clock.runtime } }),
    })
    await once.ask('three')
    expect(sent(once, -1)).toContain('Assistant mode is off from here')
    await expect(once.engine.send({ type: 'set_assistant', enabled: true })).rejects.toThrow(
      'this session ends with its answer',
    )
  }
  // It was not switched off: the next one that can goes on in it, and says so.
  await using last = await open(clock, { in: world, session: resume })
  await last.ask('four')
  const news = sent(last, -1)
  expect(news.lastIndexOf('Assistant mode is on:')).toBeGreaterThan(news.lastIndexOf('Assistant mode is off'))
})

test('a fork leaves assistant mode with the original, and is told so', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(clock, { on: true })
  await world.ask('one')
  await using fork = await open(clock, {
    in: world,
    session: { resume: { path: world.sessionPath, fork: true } },
  })
  await fork.ask('two')
  expect(sent(fork, -1)).toContain('Assistant mode is off from here')
  await pass(fork, clock, 10)
  expect(ticks(fork)).toBe(0)
})

const DAY_LOG = 'logs/2026/11/2026-11-16.md'
const FROZEN = '- 12:00 Release is frozen until Friday.\n'
const memoryOf = (world: World): string => join(world.configHome, '../memory')
const logIn = (world: World): string => readFileSync(join(memoryOf(world), DAY_LOG), 'utf8')

const writing = (file_path: string): Scenario['replies'] => [
  { tool: { name: 'Write', input: { file_path, content: FROZEN } }, when: { lastUserText: 'one' } },
  OK,
]

test("the model keeps the day's log by a path that is the same tomorrow; where it writes nothing, a line is written for it", async () => {
  const clock = createFakeClock(NOON)
  await using home = await open(clock)
  await using world = await open(clock, {
    in: home,
    on: true,
    replies: writing(join(memoryOf(home), DAY_LOG)),
  })
  await world.ask('one')
  expect(sent(world, 0)).toContain('/logs/YYYY/MM/YYYY-MM-DD.md')
  expect(sent(world, 0)).not.toContain('logs/2026/')
  expect(logIn(world)).toBe(FROZEN)
  await world.ask('two')
  expect(logIn(world)).toBe(`${FROZEN}- 12:00 two → ok\n`)
  await world.engine.send({ type: 'set_assistant', enabled: false })
  await world.ask('three')
  expect(logIn(world)).not.toContain('three')
})

test.each<[string, (world: World) => string]>([
  ['the project', ({ dir }) => join(dir, DAY_LOG)],
  ['the home directory', ({ configHome }) => join(configHome, '..', DAY_LOG)],
  [
    'a link in the place of the logs',
    world => {
      mkdirSync(memoryOf(world), { recursive: true })
      symlinkSync(world.dir, join(memoryOf(world), 'logs'))
      return join(memoryOf(world), DAY_LOG)
    },
  ],
])('a log in %s is asked about like any file', async (_, path) => {
  const clock = createFakeClock(NOON)
  await using home = await open(clock)
  const file = path(home)
  await using world = await open(clock, { in: home, on: true, replies: writing(file) })
  await world.ask('one')
  expect(existsSync(file)).toBe(false)
})

test('a secret is not written to the log', async () => {
  const clock = createFakeClock(NOON)
  await using home = await open(clock)
  const file_path = join(memoryOf(home), DAY_LOG)
  const content = `- 12:00 token gh${'p'}_${'aB3dE5gH7j'.repeat(4)}\n`
  await using world = await open(clock, {
    in: home,
    on: true,
    replies: [{ tool: { name: 'Write', input: { file_path, content } }, when: { lastUserText: 'one' } }, OK],
  })
  await world.ask('one')
  expect(logIn(world)).not.toContain('token')
})
