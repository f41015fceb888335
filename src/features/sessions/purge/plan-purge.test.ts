import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../../test/support/sample-session.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { SessionLock } from '../session-lock.ts'
import { planHistories, planPurge, purgeItem } from './plan-purge.ts'

const deps = { newId: () => 'lock-1', now: () => new Date() }
const ID = 'aaaaaaaa-0000-4000-8000-000000000001'

test('a session goes with everything that is kept for it, and nothing else', async () => {
  await using tmp = tmpDir()
  const session = writeSession(
    join(tmp.path, 'projects/p', `${ID}.jsonl`),
    new SampleSession().ask('a').lines,
  )
  const other = writeSession(join(tmp.path, 'projects/p', `${ID.replace('1', '2')}.jsonl`), [{ type: 'x' }])
  const parts = [
    join(tmp.path, 'projects/p', ID, 'subagents/agent-1.jsonl'),
    join(tmp.path, 'file-history', ID, 'abc'),
    join(tmp.path, 'tasks', ID, '1.json'),
    join(tmp.path, 'debug', `${ID}.txt`),
  ]
  for (const part of parts) {
    mkdirSync(join(part, '..'), { recursive: true })
    writeFileSync(part, 'x')
  }
  const item = planPurge(tmp.path, session)
  expect(item.parts).toHaveLength(5)
  expect(item.bytes).toBeGreaterThan(100)
  expect(existsSync(session)).toBe(true)
  expect(purgeItem(item, deps)).toBe('removed')
  expect([session, ...parts].filter(existsSync)).toEqual([])
  expect(existsSync(other)).toBe(true)
})

test('what was typed in a project goes with its last session, not before', async () => {
  await using tmp = tmpDir()
  const project = join(tmp.path, 'projects/p')
  const session = writeSession(join(project, `${ID}.jsonl`), [{ type: 'x' }])
  const other = writeSession(join(project, `${ID.replace('1', '2')}.jsonl`), [{ type: 'x' }])
  const history = writeSession(join(tmp.path, 'history/p.jsonl'), [{ display: 'my secret plan' }])
  const items = [session, other].map(path => planPurge(tmp.path, path))
  expect(planHistories(tmp.path, [project], items.slice(0, 1))).toEqual([])
  expect(planHistories(tmp.path, [project, project], items)).toEqual([history])
  for (const item of items) purgeItem(item, deps)
  expect(planHistories(tmp.path, [project], [])).toEqual([history])
  expect(planHistories(tmp.path, [join(tmp.path, 'projects/q')], [])).toEqual([])
})

test('a session that a process is writing stays', async () => {
  await using tmp = tmpDir()
  const session = writeSession(join(tmp.path, 'projects/p', `${ID}.jsonl`), [{ type: 'x' }])
  using writer = new SessionLock(session, { newId: () => 'lock-2', now: () => new Date() })
  writer.take()
  expect(purgeItem(planPurge(tmp.path, session), deps)).toBe('in use')
  expect(existsSync(session)).toBe(true)
})

test('what a link points at stays', async () => {
  await using tmp = tmpDir()
  const session = writeSession(join(tmp.path, 'projects/p', `${ID}.jsonl`), [{ type: 'x' }])
  const foreign = join(tmp.path, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'mine'), 'x')
  mkdirSync(join(tmp.path, 'file-history'))
  symlinkSync(foreign, join(tmp.path, 'file-history', ID))
  purgeItem(planPurge(tmp.path, session), deps)
  expect(readFileSync(join(foreign, 'mine'), 'utf8')).toBe('x')
  expect(existsSync(join(tmp.path, 'file-history', ID))).toBe(false)
})

test.each([
  ['outside the config home', 'elsewhere/p'],
  ['too deep', 'projects/p/q'],
])('a file %s is left alone', async (_, directory) => {
  await using tmp = tmpDir()
  const path = writeSession(join(tmp.path, directory, `${ID}.jsonl`), [{ type: 'x' }])
  expect(() => planPurge(tmp.path, path)).toThrow('it is left alone')
  expect(() => planPurge(tmp.path, join(tmp.path, 'projects/p/notes.jsonl'))).toThrow('it is left alone')
})
