import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import {
  createCompactionWorld,
  linesOf,
  opening,
  resumeWorld,
  SUMMARY,
  sentBy,
  used,
} from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'

const NOTES: ScriptedReply = {
  when: { lastUserText: 'bring the notes of this session up to date' },
  text: '<section name="Current state">NOTED STATE</section><section name="Task">NOTED TASK</section>',
  repeat: true,
}
const step = (n: number, tokens: number): ScriptedReply => ({
  tool: { name: 'Bash', input: { command: `seq ${n}00 ${n}99` } },
  ...used(tokens),
})
const bySource = (world: World, source: string) =>
  world.model.requests.filter(request => request.source === source)
const notesOf = (world: World): string => {
  const id = String(linesOf(world.sessionPath)[0]?.['sessionId'])
  return join(dirname(world.sessionPath), id, 'session-notes.md')
}

test('notes begin at half of the compaction point, beside the turn, behind the bytes of the conversation', async () => {
  await using world = await createCompactionWorld({
    window: 26_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [NOTES, step(1, 9_000), step(2, 10_500), step(3, 12_000), { text: 'done', ...used(13_000) }],
  })
  await world.ask('count')
  await world.engine[Symbol.asyncDispose]()
  const [asked] = bySource(world, 'notes')
  const main = bySource(world, 'main')
  expect(bySource(world, 'notes')).toHaveLength(1)
  // The same request as the one it was made beside, with one block more.
  expect(JSON.stringify(asked?.messages).startsWith(opening(JSON.stringify(main[2]?.messages)))).toBe(true)
  expect(asked?.tools).toBe(main[2]?.tools)
  expect(asked?.system).toBe(main[2]?.system)
  expect(readFileSync(notesOf(world), 'utf8')).toContain('NOTED STATE')
})

test('a long first message is sent once: before a reply nothing is cached that notes could share', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    context: { notes: true, notesShare: 9 },
    replies: [NOTES, { text: 'done', ...used(60_000) }],
  })
  expect((await world.ask('long '.repeat(30_000))).report.text).toBe('done')
  await world.engine[Symbol.asyncDispose]()
  expect(world.model.requests.map(request => request.source)).toEqual(['main'])
})

test('no turn waits for notes: a model that never answers about them delays nothing', async () => {
  await using world = await createCompactionWorld({
    window: 60_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [
      { when: { lastUserText: 'bring the notes' }, fault: 'stall', text: 'x' },
      step(1, 20_000),
      step(2, 30_000),
      { text: 'done', ...used(31_000) },
    ],
  })
  expect((await world.ask('count')).report.text).toBe('done')
  expect(bySource(world, 'notes')).toHaveLength(1)
  await world.engine[Symbol.asyncDispose]()
  expect(existsSync(notesOf(world))).toBe(false)
})

test('a compaction with notes needs no model call, keeps the newest messages, and resume comes to the same', async () => {
  await using world = await createCompactionWorld({
    window: 60_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [
      NOTES,
      SUMMARY,
      step(1, 20_000),
      step(2, 30_000),
      step(3, 40_000),
      step(4, 45_000),
      { text: 'first done', ...used(53_000) },
      { text: 'second done', ...used(3_000) },
    ],
  })
  await world.ask('the first request')
  await world.ask('the second request')
  expect(bySource(world, 'compact')).toEqual([])
  const last = JSON.stringify(bySource(world, 'main').at(-1)?.messages)
  expect(last).toContain('NOTED TASK')
  for (const text of ['the first request', 'first done', 'the second request']) expect(last).toContain(text)
  const boundary = linesOf(world.sessionPath).find(entry => entry.subtype === 'compact_boundary')
  expect(boundary).toMatchObject({
    parentUuid: null,
    compactMetadata: {
      by: 'session-memory-compact',
      preserved: { anchor: expect.any(String), uuids: expect.any(Array) },
    },
  })
  expect(world.model.violations).toEqual([])
  await world.engine[Symbol.asyncDispose]()
  await using again = await resumeWorld(world, { window: 60_000, replies: [{ text: 'hello' }] })
  await again.ask('and now')
  expect(sentBy(again)[0]?.startsWith(opening(last))).toBe(true)
})

test('special wishes take the full summary although there are notes', async () => {
  await using world = await createCompactionWorld({
    window: 30_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [NOTES, SUMMARY, step(1, 20_000), { text: 'done', ...used(21_000) }],
  })
  await world.ask('count')
  expect(await world.engine.compact({ instructions: 'the numbers' })).toMatchObject({ by: 'full-compact' })
})

test('without leave to call models in the background there are no notes', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow: ['Bash'],
    replies: [step(1, 20_000), { text: 'done', ...used(21_000) }],
  })
  await world.ask('count')
  expect(world.model.requests.map(({ source }) => source)).toEqual(['main', 'main'])
})

test('a model of unknown price keeps notes like any other', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [NOTES, step(1, 120_000), { text: 'done', ...used(121_000) }],
  })
  await world.engine.send({ type: 'set_model', model: 'nobody-knows-1' })
  await world.ask('count')
  expect(bySource(world, 'notes').map(({ model }) => model)).toEqual(['nobody-knows-1'])
})

test('nothing of the notes goes over a clear', async () => {
  await using world = await createCompactionWorld({
    window: 22_000,
    allow: ['Bash'],
    context: { notes: true, notesShare: 9 },
    replies: [
      NOTES,
      step(1, 10_500),
      { text: 'done', ...used(13_000) },
      step(2, 11_000),
      { text: 'done', ...used(14_000) },
    ],
  })
  await world.ask('count')
  await expect.poll(() => existsSync(notesOf(world))).toBe(true)
  await world.engine.send({ type: 'clear' })
  expect(readFileSync(notesOf(world), 'utf8')).toBe('')
  await world.ask('something else')
  await expect.poll(() => bySource(world, 'notes').length).toBe(2)
  expect(JSON.stringify(bySource(world, 'notes').at(-1)?.messages)).not.toContain('NOTED')
})

test('over a long task everything that nobody asked for stays below a twentieth of the input', async () => {
  const rounds = Array.from({ length: 48 }, (_, n) => step(n, 3_000 + n * 400))
  await using world = await createCompactionWorld({
    window: 24_000,
    allow: ['Bash'],
    context: { notes: true },
    replies: [NOTES, SUMMARY, ...rounds, { text: 'done', ...used(4_000) }],
  })
  await world.ask('count')
  await world.engine[Symbol.asyncDispose]()
  const { bySource: sums } = await world.engine.query('cost')
  const inputOf = (source: 'main' | 'background') => {
    const { inputTokens = 0, cacheReadInputTokens = 0, cacheCreationInputTokens = 0 } = sums?.[source] ?? {}
    return inputTokens + cacheReadInputTokens + cacheCreationInputTokens
  }
  expect(bySource(world, 'notes').length).toBeGreaterThan(0)
  expect(inputOf('background')).toBeGreaterThan(0)
  expect(inputOf('background')).toBeLessThanOrEqual(0.05 * inputOf('main'))
})
