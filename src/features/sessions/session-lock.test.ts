import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { SessionLock } from './session-lock.ts'

const HOUR = 3_600_000
const open = (dir: string, now = Date.now()): SessionLock =>
  new SessionLock(join(dir, 's.jsonl'), { newId: () => crypto.randomUUID(), now: () => new Date(now) })

test('the lock names the process that writes, readable by its owner alone', async () => {
  await using tmp = tmpDir()
  using lock = open(tmp.path)
  lock.take()
  const path = join(tmp.path, 's.jsonl.lock')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('taking it again is no error, taking another’s is', async () => {
  await using tmp = tmpDir()
  using lock = open(tmp.path)
  lock.take()
  lock.take()
  const other = open(tmp.path)
  expect(other.tryTake()).toBe(false)
  expect(() => other.take()).toThrow(`process ${process.pid} on ${hostname()}`)
})

test('a lock that was taken away by hand is taken anew', async () => {
  await using tmp = tmpDir()
  using lock = open(tmp.path)
  lock.take()
  rmSync(join(tmp.path, 's.jsonl.lock'))
  lock.take()
  expect(open(tmp.path).tryTake()).toBe(false)
})

test('a writer on another host is believed for a day since its last turn', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl.lock')
  const owner = { token: 't', pid: 1, started: '1', host: 'elsewhere' }
  writeFileSync(path, JSON.stringify(owner))
  const written = Date.now()
  utimesSync(path, written / 1000, written / 1000)
  expect(open(tmp.path, written + 23 * HOUR).tryTake()).toBe(false)
  using lock = open(tmp.path, written + 25 * HOUR)
  expect(lock.tryTake()).toBe(true)
})

test('what stands in the way of the lock is said', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 's.jsonl.lock'))
  expect(() => open(tmp.path).take()).toThrow(/Cannot lock the session file .*s\.jsonl/)
})

test('beside yarn.jsonl nothing happens to yarn.lock, nor is a pipe of that name waited for', async () => {
  await using tmp = tmpDir()
  const theirs = join(tmp.path, 'yarn.lock')
  writeFileSync(theirs, '# yarn lockfile v1\n')
  utimesSync(theirs, 0, 0)
  const deps = { newId: () => 'id', now: () => new Date() }
  const lock = new SessionLock(join(tmp.path, 'yarn.jsonl'), deps)
  expect(lock.tryTake()).toBe(true)
  lock[Symbol.dispose]()
  expect(readFileSync(theirs, 'utf8')).toBe('# yarn lockfile v1\n')
  execFileSync('mkfifo', [join(tmp.path, 'pipe.jsonl.lock')])
  expect(new SessionLock(join(tmp.path, 'pipe.jsonl'), deps).tryTake()).toBe(false)
})

test('whoever wants it says who has it, what that is and since when; who never lets go keeps it', async () => {
  await using tmp = tmpDir()
  const deps = { newId: () => crypto.randomUUID(), now: () => new Date('2026-03-02T09:14:00Z') }
  using lock = new SessionLock(join(tmp.path, 's.jsonl'), { ...deps, entrypoint: 'cli' })
  lock.take()
  using other = new SessionLock(join(tmp.path, 's.jsonl'), { ...deps, entrypoint: 'sdk-cli', letGoMs: 120 })
  expect(() => other.take()).toThrow(
    `Session s is open in a terminal (process ${process.pid} on ${hostname()} since 2026-03-02T09:14Z).`,
  )
  await expect(other.takeOver()).rejects.toThrow("didn't let go of it within 0.12 s")
  lock.take()
})

test('it is taken over from one that is asked and lets go, and from one that is dead', async () => {
  await using tmp = tmpDir()
  const lock = open(tmp.path)
  lock.take()
  const asked = new Promise(resolve => {
    lock.whenWanted(by => {
      lock[Symbol.dispose]()
      resolve(by)
    })
  })
  using other = open(tmp.path)
  await other.takeOver()
  expect(await asked).toEqual({ pid: process.pid })
  expect(lock.tryTake()).toBe(false)
  const dead = { pid: 2 ** 22 + 1, host: hostname(), token: 'gone', startedAt: 'x' }
  writeFileSync(join(tmp.path, 's.jsonl.lock'), JSON.stringify(dead))
  using third = open(tmp.path)
  await third.takeOver()
  expect(lock.tryTake()).toBe(false)
})
