import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { Budgets } from '../../src/protocol/budgets.ts'
import type { Event } from '../../src/protocol/event.ts'
import { budgetText } from '../../src/protocol/messages/engine/budgets.ts'
import type { ModelFacts } from '../../src/protocol/model.ts'
import { OpError } from '../../src/protocol/op.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

/** A reply that costs a dollar. */
const dollar = { text: 'ok', usage: { input_tokens: 1000, output_tokens: 0 }, repeat: true } as const
const DEAR: ModelFacts = {
  id: 'claude-sonnet-4-5',
  window: 200_000,
  maxOutput: 64_000,
  thinking: 'none',
  price: { input: 1000, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 },
}

/** Noon of some day, a moment later each time: midnight never comes between. */
const NOON = Date.UTC(2026, 4, 15, 12)
let moments = 0
const now = (): Date => new Date(NOON + moments++)

const start = (budgets: Budgets, more: Partial<WorldOptions> = {}): Promise<World> =>
  createWorld({
    scenario: { replies: [dollar] },
    ...more,
    config: config => ({
      limits: { ...config.limits, budgets },
      models: { ...config.models, rows: [DEAR] },
      runtime: { ...config.runtime, now },
      place: {
        ...config.place,
        // Beside `projects`, as in a config home.
        spendingDir: join(dirname(dirname(config.place.taskListDir ?? '')), 'spending'),
      },
      ...more.config?.(config),
    }),
  })
const spendingOf = (world: World): string => join(world.configHome, 'spending')
const warnings = (world: World): string[] =>
  world.events.flatMap((event: Event) =>
    event.type === 'notice' && event.level === 'warning' ? [event.text] : [],
  )
const requests = (world: World): number => world.model.requests.length

test('a soft budget warns once, a hard one ends the turn, and after it nothing is asked for', async () => {
  await using world = await start({ session: { soft: 0.5, hard: 2 } })
  expect((await world.ask('one')).terminal.kind).toBe('completed')
  expect((await world.ask('two')).terminal).toEqual({
    kind: 'budget_usd',
    message: expect.stringContaining('The budget of $2 for this session is used up'),
    localized: budgetText('session_used_up', { limit: '$2', spent: '$2.0000' }),
    budget: { scope: 'session', limit: 2, spent: 2 },
  })
  expect((await world.ask('three')).terminal.kind).toBe('budget_usd')
  expect(requests(world)).toBe(2)
  expect(warnings(world)).toEqual(['Spending for this session has passed $0.5 ($1.0000 spent).'])
})

test('what is allowed more goes on where a budget ended it, but not past a limit of the administrator', async () => {
  const budgets = { session: { hard: 1 }, day: { hard: 1 } }
  await using world = await start(budgets, {
    config: config => ({
      limits: { ...config.limits, budgets, fixedBudgets: { day: { hard: 3 } } },
    }),
  })
  expect((await world.ask('one')).terminal.kind).toBe('budget_usd')
  await world.engine.send({ type: 'allow_spending', usd: 10 })
  expect(await world.engine.query('budgets')).toEqual([
    { scope: 'run', limit: 11, spent: 1 },
    { scope: 'session', limit: 11, spent: 1 },
    { scope: 'day', limit: 3, spent: 1 },
  ])
  expect((await world.ask('two')).terminal.kind).toBe('completed')
  expect((await world.ask('three')).terminal).toMatchObject({ budget: { scope: 'day', limit: 3, spent: 3 } })
  await world.engine.send({ type: 'allow_spending', usd: 10 })
  expect((await world.ask('four')).terminal.kind).toBe('budget_usd')
  expect(requests(world)).toBe(3)
})

test('where the price is not known nothing can be allowed by amount', async () => {
  await using world = await start({}, { config: config => ({ models: { ...config.models, rows: [] } }) })
  await world.engine.send({ type: 'set_model', model: 'mystery' })
  await expect(world.engine.send({ type: 'allow_spending', usd: 1 })).rejects.toThrow(/price of mystery/)
})

test('the budget of a session counts what it cost before it was resumed; that of a fork does not', async () => {
  await using world = await start({})
  await world.ask('one')
  await world.engine[Symbol.asyncDispose]()
  const again = (fork: boolean) =>
    start({ session: { hard: 0.9 } }, { in: world, session: { resume: { path: world.sessionPath, fork } } })
  await using same = await again(false)
  expect((await same.ask('two')).terminal.kind).toBe('budget_usd')
  expect(requests(same)).toBe(0)
  await using fork = await again(true)
  expect((await fork.ask('two')).terminal.kind).toBe('budget_usd')
  expect(requests(fork)).toBe(1)
})

test('sessions of one day share its budget, also after the spending file was deleted', async () => {
  await using first = await start({})
  await first.ask('one')
  await using second = await start({ day: { soft: 1.5, hard: 3 } }, { in: first })
  expect((await second.ask('two')).terminal.kind).toBe('completed')
  expect(warnings(second)).toEqual([expect.stringContaining('Spending for today has passed $1.5')])
  rmSync(spendingOf(first), { recursive: true })
  await second.ask('three')
  expect((await second.ask('four')).terminal).toMatchObject({
    kind: 'budget_usd',
    message: expect.stringContaining('for today is used up ($3.0000 spent)'),
  })
  expect(requests(second)).toBe(2)
})

test('a project has a budget of its own', async () => {
  await using first = await start({})
  await first.ask('one')
  mkdirSync(join(first.dir, 'sub'))
  const elsewhere = join(first.dir, 'sub')
  await using other = await start({ project: { hard: 1.5 } }, { in: { ...first, dir: elsewhere } })
  expect((await other.ask('two')).terminal.kind).toBe('completed')
  await using same = await start({ project: { hard: 1.5 } }, { in: first })
  expect((await same.ask('three')).terminal.kind).toBe('budget_usd')
  expect(requests(same)).toBe(1)
})

test('where spending cannot be added up, a hard budget over it ends the turn before a request; a soft one warns', async () => {
  await using world = await start({ day: { hard: 5 } })
  mkdirSync(dirname(spendingOf(world)), { recursive: true })
  writeFileSync(spendingOf(world), 'in the way')
  expect((await world.ask('one')).terminal).toMatchObject({
    kind: 'budget_usd',
    message: expect.stringContaining("Couldn't add up the spending"),
  })
  expect(requests(world)).toBe(0)
  await using soft = await start({ day: { soft: 5 } }, { in: world })
  expect((await soft.ask('two')).terminal.kind).toBe('completed')
  expect(warnings(soft)).toEqual([expect.stringContaining("Couldn't add up the spending")])
  await using none = await start({}, { in: world })
  expect((await none.ask('three')).terminal.kind).toBe('completed')
})

test('a model of unknown price is not used under a hard budget', async () => {
  await using world = await start({ session: { hard: 5 } })
  await expect(world.engine.send({ type: 'set_model', model: 'local-llama' })).rejects.toThrow(OpError)
  await using given = await start(
    { day: { hard: 5 } },
    { config: config => ({ models: { ...config.models, name: 'local-llama' } }) },
  )
  expect((await given.ask('one')).terminal).toMatchObject({
    kind: 'budget_usd',
    message: expect.stringContaining('price of local-llama is unknown'),
  })
  expect(requests(given)).toBe(0)
})

test('nothing is put down of a session that is not kept, unless a budget needs it', async () => {
  const session = { persist: false }
  await using bare = await start({}, { session })
  await bare.ask('one')
  expect(() => readFileSync(spendingOf(bare))).toThrow('ENOENT')
  await using counted = await start({ day: { hard: 1 } }, { session })
  expect((await counted.ask('one')).terminal.kind).toBe('budget_usd')
})

test('totals per model and per source come back with the session, also when it was cut off before they were written', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { text: 'A', usage: { input_tokens: 190_000 } },
        { text: '<summary>s</summary>' },
        { text: 'B' },
      ],
    },
  })
  await world.ask('one')
  await world.ask('two')
  const cost = await world.engine.query('cost')
  await world.engine[Symbol.asyncDispose]()
  expect(cost.bySource).toMatchObject({ main: { requests: 2 }, compaction: { requests: 1 } })
  const bySource = Object.values(cost.bySource ?? {}).reduce((sum, one) => sum + one.costUSD, 0)
  const byModel = Object.values(cost.modelUsage).reduce((sum, one) => sum + (one.costUSD ?? 0), 0)
  expect([bySource, byModel]).toEqual([expect.closeTo(cost.totalCostUSD), expect.closeTo(cost.totalCostUSD)])
  const lines = readFileSync(world.sessionPath, 'utf8').split('\n')
  const lastState = lines.findLastIndex(line => line.includes('"cost-state"'))
  writeFileSync(world.sessionPath, lines.filter((_, at) => at !== lastState).join('\n'))
  const resume = (path: string) =>
    createWorld({ scenario: { replies: [] }, in: world, session: { resume: { path, fork: false } } })
  await using again = await resume(world.sessionPath)
  const { bySource: sources, totalCostUSD, modelUsage } = await again.engine.query('cost')
  expect(totalCostUSD).toBeCloseTo(cost.totalCostUSD, 10)
  expect(sources).toMatchObject({ main: { requests: 2 }, compaction: { requests: 1 } })
  expect(Object.keys(modelUsage)).toEqual(Object.keys(cost.modelUsage))
  const copy = join(dirname(world.sessionPath), 'bbbbbbbb-0000-4000-8000-000000000001.jsonl')
  copyFileSync(world.sessionPath, copy)
  await using other = await resume(copy)
  expect((await other.engine.query('cost')).totalCostUSD).toBe(0)
})

test('where a hard budget is used up a compaction is not asked for either, nor a look at one', async () => {
  await using world = await start({ session: { hard: 1 } })
  await world.ask('one')
  for (const request of [{}, { preview: true }])
    await expect(world.engine.compact(request)).rejects.toThrow(
      'The budget of $1 for this session is used up',
    )
  expect(requests(world)).toBe(1)
})

test('what another session has spent since the last turn counts for a compaction, too', async () => {
  await using first = await start({ day: { hard: 2 } })
  await using world = await start({ day: { hard: 2 } }, { in: first })
  await world.ask('one')
  await first.ask('one')
  await expect(world.engine.compact({})).rejects.toThrow('The budget of $2 for today is used up')
  expect(requests(world)).toBe(1)
})

test('notes of the session are not taken once a hard budget is used up, be it by another session', async () => {
  const look = (input_tokens: number) => ({
    tool: { name: 'Bash', input: { command: `echo ${input_tokens}` } },
    usage: { input_tokens, output_tokens: 0 },
  })
  const runs = async (spendBeside: boolean): Promise<readonly string[]> => {
    await using other = await start({}, { scenario: { replies: [look(10_000), dollar] } })
    let rounds = 0
    await using world = await start(
      { day: { hard: 25 } },
      {
        in: other,
        allow: ['Bash'],
        scenario: {
          replies: [
            { when: { lastUserText: 'bring the notes of this session' }, text: 'noted', repeat: true },
            look(4_000),
            look(10_500),
            { text: 'done', usage: { input_tokens: 1, output_tokens: 0 } },
          ],
        },
        config: config => ({
          context: { notes: true, notesShare: 9, window: 22_000 },
          prompt: {
            ...config.prompt,
            attachments: [
              {
                name: 'meanwhile',
                collect: async ({ when }) => {
                  if (when === 'round' && ++rounds === 2 && spendBeside) await other.ask('spend')
                  return []
                },
              },
            ],
          },
        }),
      },
    )
    await world.ask('count')
    await world.engine[Symbol.asyncDispose]()
    return world.model.requests.map(request => request.source)
  }
  expect(await runs(false)).toContain('notes')
  expect(await runs(true)).not.toContain('notes')
})

test('each turn says what it cost by itself, and nothing where a model without a price answered', async () => {
  await using world = await start({})
  expect((await world.ask('one')).report.turnCostUSD).toBeCloseTo(1)
  const second = (await world.ask('two')).report
  expect(second.turnCostUSD).toBeCloseTo(1)
  expect(second.cost.totalCostUSD).toBeCloseTo(2)
  await world.engine.send({ type: 'set_model', model: 'nobody-knows-this' })
  expect((await world.ask('three')).report.turnCostUSD).toBeUndefined()
  await world.engine.send({ type: 'set_model', model: DEAR.id })
  expect((await world.ask('four')).report.turnCostUSD).toBeCloseTo(1)
})

test('what a session costs is said once when it passes the amount, and not again after a resume', async () => {
  const config = ({ limits, models }: EngineConfig) => ({
    limits: { ...limits, remindAtUsd: 1.5 },
    models: { ...models, rows: [DEAR, ...models.rows] },
  })
  const told = ({ events }: World): number =>
    events.filter(event => event.type === 'notice' && event.text.startsWith('This session has cost')).length
  await using one = await createWorld({ scenario: { replies: [dollar] }, config })
  await one.ask('a')
  await one.ask('b')
  expect(told(one)).toBe(1)
  await one.engine[Symbol.asyncDispose]()
  await using two = await createWorld({
    scenario: { replies: [dollar] },
    config,
    in: one,
    session: { resume: { path: one.sessionPath, fork: false } },
  })
  await two.ask('c')
  expect(told(two)).toBe(0)
})
