import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

const MINUTE = 60_000
const NOON = '2026-11-16T12:00:00'

const open = async (
  replies: Scenario['replies'],
  clock: FakeClock,
  limits: { readonly dayUsd?: number; readonly dayTicks?: number } = {},
): Promise<World> =>
  await createWorld({
    scenario: { replies },
    allow: ['Bash'],
    config: config => ({
      wake: true,
      queued: 'attach',
      runtime: { ...config.runtime, ...clock.runtime },
      assistant: {
        on: true,
        dayUsd: 2,
        dayTicks: 48,
        book: join(config.place.home, 'config', 'assistant.json'),
        ...limits,
      },
    }),
  })

const ticks = (world: World): number =>
  world.model.requests.filter(({ messages }) => JSON.stringify(messages.at(-1)).includes('<assistant-tick'))
    .length
const notices = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
const pass = async (world: World, clock: FakeClock, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.pass(MINUTE)
    await world.engine.idle()
  }
}
const IDLE = { text: 'Nothing to do.', repeat: true, when: { lastUserText: '<assistant-tick' } } as const

test('assistant mode says its budget, looks around when it is quiet, and less often while nothing comes of it', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open([{ text: 'Hello.', when: { lastUserText: 'hi' } }, IDLE], clock)
  await world.ask('hi')
  expect(notices(world)[0]).toBe(
    'Assistant mode: checks in after 5 minutes of quiet, up to 48 times and $2.00 a day (today: 0 times, $0.00).',
  )
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('Assistant mode is on')
  await pass(world, clock, 4)
  expect(ticks(world)).toBe(0)
  await pass(world, clock, 2)
  expect(ticks(world)).toBe(1)
  await pass(world, clock, 8)
  expect(ticks(world)).toBe(1)
  await pass(world, clock, 3)
  expect(ticks(world)).toBe(2)
  const told = world.model.requests
    .at(-1)
    ?.messages.map(message => JSON.stringify(message))
    .join('')
  expect(told?.split('Assistant mode is on').length).toBe(2)
  const history = await world.engine.query('history')
  const said = history.filter(each => each.type === 'user' && each.origin?.kind === 'tick')
  expect(said.every(each => each.type === 'user' && each.isMeta)).toBe(true)
})

test('a tick that did something is followed by the next one sooner; the person brings it back to the shortest pause', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(
    [
      { text: 'Hello.', when: { lastUserText: 'hi' } },
      { text: 'Nothing to do.', when: { lastUserText: '<assistant-tick' } },
      { tool: { name: 'Bash', input: { command: 'true' } }, when: { lastUserText: '<assistant-tick' } },
      { text: 'Looked.', when: { toolResult: { tool: 'Bash' } } },
      IDLE,
    ],
    clock,
  )
  await world.ask('hi')
  await pass(world, clock, 6)
  await pass(world, clock, 11)
  expect(ticks(world)).toBe(2)
  await pass(world, clock, 6)
  expect(ticks(world)).toBe(3)
})

test.each([
  ['times', { dayTicks: 2 }, 2],
  ['money', { dayUsd: 0.0001 }, 1],
])(
  'it pauses when its %s of the day are used up, says so once, and goes on the next day',
  async (_, limits, count) => {
    const clock = createFakeClock(NOON)
    await using world = await open(
      [
        { text: 'Hello.', repeat: true, when: { lastUserText: 'hi' } },
        { ...IDLE, usage: { output_tokens: 400 } },
      ],
      clock,
      limits,
    )
    await world.ask('hi')
    await pass(world, clock, 120)
    expect(ticks(world)).toBe(count)
    expect(
      notices(world).filter(text => text.startsWith('Assistant mode is paused until tomorrow')),
    ).toHaveLength(1)
    const { ticks: used } = JSON.parse(readFileSync(join(world.configHome, 'assistant.json'), 'utf8')) as {
      ticks: number
    }
    expect(used).toBe(count)
    expect(await world.engine.query('assistant')).toMatchObject({ ticks: count })
    // The person is served all the same.
    expect((await world.ask('hi')).report.text).toBe('Hello.')
    clock.jump(11 * 60 * MINUTE)
    await world.ask('hi')
    await pass(world, clock, 6)
    expect(ticks(world)).toBeGreaterThan(count)
  },
)

test('after hours without the person it pauses until they say something', async () => {
  const clock = createFakeClock('2026-11-16T06:00:00')
  await using world = await open(
    [{ text: 'Hello.', repeat: true, when: { lastUserText: 'hi' } }, IDLE],
    clock,
  )
  await world.ask('hi')
  clock.jump(9 * 60 * MINUTE)
  await pass(world, clock, 70)
  expect([ticks(world), notices(world).at(-1)]).toEqual([
    0,
    'Assistant mode is paused until you say something.',
  ])
  await world.ask('hi')
  await pass(world, clock, 6)
  expect(ticks(world)).toBe(1)
})

test('Sleep ends with the first news: a message, the end of a task', async () => {
  const clock = createFakeClock(NOON)
  await using world = await open(
    [
      {
        tools: [
          {
            name: 'Bash',
            input: { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true },
          },
          { name: 'Sleep', input: { duration_ms: 600_000 } },
        ],
        when: { lastUserText: 'begin' },
      },
      {
        tool: { name: 'Sleep', input: { duration_ms: 600_000 } },
        when: { toolResult: { contains: 'the user said something.' } },
      },
      { text: 'Done.', when: { toolResult: { contains: 'there is news from background work.' } } },
    ],
    clock,
  )
  const sleeping = (count: number) => async (): Promise<void> => {
    const started = () => world.events.filter(event => event.type === 'tool_started').length
    while (started() < count) await new Promise(resolve => setTimeout(resolve, 5))
  }
  const end = world.ask('begin')
  await sleeping(2)()
  await world.engine.send({ type: 'submit', content: 'are you there?' })
  await sleeping(3)()
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(world.dir, 'go'), '')
  expect((await end).report.text).toBe('Done.')
})

test('the daily log says what it did by itself, and does not put words into the mouth of the person', async () => {
  const clock = createFakeClock(NOON)
  const replies = [{ text: 'Hello.', when: { lastUserText: 'hi' } }, IDLE]
  await using world = await createWorld({
    scenario: { replies },
    config: config => ({
      wake: true,
      runtime: { ...config.runtime, ...clock.runtime },
      place: { ...config.place, memoryDirectory: join(config.place.home, 'memory') },
      assistant: { on: true, dayUsd: 2, dayTicks: 48, book: join(config.place.home, 'assistant.json') },
    }),
  })
  await world.ask('hi')
  await pass(world, clock, 6)
  const log = join(world.configHome, '../memory/logs/2026/11/2026-11-16.md')
  expect(readFileSync(log, 'utf8')).toBe('- 12:00 hi → Hello.\n- 12:05 (by itself) → Nothing to do.\n')
})

test('without assistant mode nothing looks around and nothing is told', async () => {
  const clock = createFakeClock(NOON)
  await using world = await createWorld({
    scenario: { replies: [{ text: 'Hello.' }] },
    config: config => ({ wake: true, runtime: { ...config.runtime, ...clock.runtime } }),
  })
  await world.ask('hi')
  await clock.pass(60 * MINUTE)
  expect([world.model.requests.length, clock.timers]).toEqual([1, 0])
  expect(JSON.stringify(world.model.requests[0])).not.toContain('Assistant mode')
})
