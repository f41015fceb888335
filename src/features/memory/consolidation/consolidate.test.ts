import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import { appendLog } from '../daily-log.ts'
import { openMemoryDirectory } from '../memory-directory.ts'
import { type ConsolidationPorts, consolidate } from './consolidate.ts'

const DAY = 24 * 60 * 60 * 1000
const START = new Date(2026, 4, 6, 7, 8, 9).getTime()
const memory = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: project\n---\n${body}\n`
const merged = {
  save: [{ file: 'a.md', name: 'Both', description: 'about both', type: 'project', body: 'A and B.' }],
  remove: ['b.md'],
}

const bench = (reply: unknown, more: Partial<ConsolidationPorts> = {}) => {
  const path = makeDirectory()
  writeFileSync(join(path, 'a.md'), memory('A', 'A.'))
  writeFileSync(join(path, 'b.md'), memory('B', 'B.'))
  writeFileSync(join(path, 'MEMORY.md'), '- [A](a.md)\n- [B](b.md)\n')
  const prompts: string[] = []
  const clock = { now: START }
  const ports: ConsolidationPorts = {
    directory: openMemoryDirectory(path),
    async ask(prompt) {
      prompts.push(prompt)
      return typeof reply === 'string' ? reply : JSON.stringify(reply)
    },
    sessionsSince: () => 5,
    now: () => new Date(clock.now),
    newId: () => crypto.randomUUID(),
    ...more,
  }
  const run = (force = false, signal = new AbortController().signal) => consolidate(ports, { force }, signal)
  const contents = () =>
    Object.fromEntries(
      readdirSync(path)
        .filter(name => name.endsWith('.md') && !name.startsWith('.'))
        .map(name => [name, readFileSync(join(path, name), 'utf8')]),
    )
  return { path, prompts, clock, run, contents }
}

test('merges, removes, puts the index right, and keeps the old state aside', async () => {
  const { path, run, contents, prompts } = bench(merged)
  const before = contents()
  const result = await run()
  expect(result).toEqual({ kind: 'done', saved: ['a.md'], removed: ['b.md'], backup: expect.any(String) })
  expect(contents()).toEqual({
    'a.md': expect.stringContaining('A and B.'),
    'MEMORY.md': '- [Both](a.md) — about both\n',
  })
  const backup = result.kind === 'done' ? (result.backup ?? '') : ''
  expect(
    Object.fromEntries(readdirSync(backup).map(name => [name, readFileSync(join(backup, name), 'utf8')])),
  ).toEqual(before)
  expect(prompts[0]).toContain('Today is 2026-05-06.')
  expect(existsSync(join(path, '.lock'))).toBe(false)
})

test('it reads the daily log since the last time, also where there is no memory yet', async () => {
  const saved = { save: [{ ...merged.save[0], file: 'new.md' }], remove: [] }
  const { path, run, prompts, clock, contents } = bench(saved)
  for (const name of ['a.md', 'b.md', 'MEMORY.md']) rmSync(join(path, name))
  appendLog({ path }, { at: new Date(START), asked: 'We freeze on Friday', answered: 'Noted.' })
  expect(await run()).toMatchObject({ kind: 'done', saved: ['new.md'] })
  expect(prompts[0]).toContain('## 2026-05-06\n- 07:08 We freeze on Friday → Noted.')
  expect(contents()['MEMORY.md']).toContain('new.md')
  // The day of the last time is read once more: it may have gone on.
  for (const _ of [1, 2]) {
    clock.now += 3 * DAY
    await run(true)
  }
  expect(prompts.map(text => text.includes('We freeze'))).toEqual([true, true, false])
})

test('it is due once a day, after enough sessions, when there is something to put in order', async () => {
  const { run, clock, prompts } = bench({ save: [], remove: [] })
  expect((await run()).kind).toBe('done')
  clock.now += DAY - 1
  expect((await run()).kind).toBe('not_due')
  clock.now += 1
  expect((await run()).kind).toBe('done')
  expect(prompts).toHaveLength(2)
  expect((await bench(merged, { sessionsSince: () => 4 }).run()).kind).toBe('not_due')
})

test('a day that is over with a log nobody has read makes it due, however few sessions there were', async () => {
  const saved = { save: [{ ...merged.save[0], file: 'new.md' }], remove: [] }
  const { path, run, prompts, clock } = bench(saved, { sessionsSince: () => 1 })
  const logged = (at: number): void => {
    const day = new Date(at)
    appendLog({ path }, { at: day, asked: 'We freeze on Friday', answered: 'Noted.' })
    const [file = ''] = readdirSync(join(path, 'logs'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md'))
      .toSorted()
      .slice(-1)
    utimesSync(join(path, 'logs', file), day, day)
  }
  logged(START)
  // The day is not over.
  expect((await run()).kind).toBe('not_due')
  clock.now += DAY
  expect((await run()).kind).toBe('done')
  expect(prompts[0]).toContain('We freeze on Friday')
  // What was read does not make it due again; what was logged later that day does.
  clock.now += DAY
  expect((await run()).kind).toBe('not_due')
  logged(START + DAY + 60_000)
  expect((await run()).kind).toBe('done')
})

test('whoever asks for it does not have to wait', async () => {
  const { run } = bench({ save: [], remove: [] }, { sessionsSince: () => 0 })
  expect((await run(true)).kind).toBe('done')
  expect((await run(true)).kind).toBe('done')
})

test('a directory that does not exist is left so', async () => {
  const path = join(makeDirectory(), 'none')
  expect((await bench(merged, { directory: openMemoryDirectory(path) }).run(true)).kind).toBe('not_due')
  expect(existsSync(path)).toBe(false)
})

test.each<[string, unknown]>([
  ['no JSON', 'I merged them.'],
  ['a name that leads out', { save: [{ ...merged.save[0], file: '../x.md' }], remove: ['b.md'] }],
  ['a file nobody has', { save: [], remove: ['c.md'] }],
  ['nothing left', { save: [], remove: ['a.md', 'b.md'] }],
  [
    'a secret',
    { save: [{ ...merged.save[0], body: `gh${'p'}_${'aB3dE5gH7j'.repeat(4)}` }], remove: ['b.md'] },
  ],
])('a reply with %s changes nothing', async (_, reply) => {
  const { run, contents, clock } = bench(reply)
  const before = contents()
  expect(await run()).toEqual({ kind: 'failed', why: expect.any(String) })
  expect(contents()).toEqual(before)
  clock.now += DAY / 2
  expect((await run()).kind).toBe('not_due')
})

test('a model that fails, and memories that change meanwhile, leave everything as it is', async () => {
  const failing = bench(merged, { ask: () => Promise.reject(new Error('overloaded')) })
  const before = failing.contents()
  expect(await failing.run()).toEqual({ kind: 'failed', why: 'overloaded' })
  expect(failing.contents()).toEqual(before)

  const path = makeDirectory()
  writeFileSync(join(path, 'a.md'), memory('A', 'A.'))
  writeFileSync(join(path, 'b.md'), memory('B', 'B.'))
  const changing = bench(merged, {
    directory: openMemoryDirectory(path),
    async ask() {
      writeFileSync(join(path, 'b.md'), memory('B', 'B, and something new.'))
      return JSON.stringify(merged)
    },
  })
  expect(await changing.run()).toEqual({ kind: 'failed', why: 'memories changed meanwhile' })
  expect(readFileSync(join(path, 'b.md'), 'utf8')).toContain('something new')
})

test('a disk that fails in the middle leaves everything as it was', async () => {
  const { path, run, contents } = bench(merged)
  // The name of the copy is taken by a file.
  mkdirSync(join(path, '.backup'))
  writeFileSync(join(path, '.backup', new Date(START).toISOString().replaceAll(/[:.]/g, '-')), '')
  const before = contents()
  expect((await run()).kind).toBe('failed')
  expect(contents()).toEqual(before)
})

test('one at a time, and one that died does not block the next for ever', async () => {
  const waiting: ((reply: string) => void)[] = []
  const { run, clock } = bench(merged, { ask: () => new Promise(resolve => waiting.push(resolve)) })
  const asked = async (times: number) => {
    while (waiting.length < times) await new Promise(resolve => setImmediate(resolve))
  }
  const nothing = JSON.stringify({ save: [], remove: [] })
  const first = run()
  await asked(1)
  expect((await run()).kind).toBe('busy')
  waiting[0]?.(nothing)
  expect((await first).kind).toBe('done')
  clock.now += DAY
  const dead = run()
  await asked(2)
  clock.now += 31 * 60 * 1000
  const late = run()
  await asked(3)
  waiting[2]?.(nothing)
  expect((await late).kind).toBe('done')
  waiting[1]?.(nothing)
  await dead
})

test('one that the end of the program cut short is tried again', async () => {
  const controller = new AbortController()
  const { run, contents } = bench(merged, {
    async ask() {
      controller.abort()
      return JSON.stringify(merged)
    },
  })
  const before = contents()
  expect(await run(false, controller.signal)).toEqual({ kind: 'failed', why: 'it was cut short' })
  expect(contents()).toEqual(before)
  expect((await run()).kind).not.toBe('not_due')
})

test('only the last three copies stay', async () => {
  const { path, run, clock } = bench({ save: merged.save, remove: [] })
  for (let at = 0; at < 5; at++) {
    expect((await run(true)).kind).toBe('done')
    clock.now += 1_000
  }
  expect(readdirSync(join(path, '.backup'))).toHaveLength(3)
})
