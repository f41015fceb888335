import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { LockBusyError, tryFileLock, withFileLock } from './file-lock.ts'

const options = { newId: () => crypto.randomUUID(), now: () => Date.now() }
const lockIn = () => join(makeDirectory(), '.lock')
/** No process has so high a number. */
const NOBODY = 2 ** 30
const hold = (path: string, owner: object) =>
  writeFileSync(
    path,
    JSON.stringify({ token: 'other', pid: process.pid, started: '', host: hostname(), ...owner }),
  )

test('the lock is there while the work is done and gone afterwards, also when it fails', async () => {
  const path = lockIn()
  expect(await withFileLock(path, () => JSON.parse(readFileSync(path, 'utf8')).pid, options)).toBe(
    process.pid,
  )
  expect(existsSync(path)).toBe(false)
  await expect(
    withFileLock(
      path,
      () => {
        throw new Error('broken')
      },
      options,
    ),
  ).rejects.toThrow('broken')
  expect(existsSync(path)).toBe(false)
})

test.each([
  ['whose process is gone', { pid: NOBODY }],
  ['whose pid belongs to another process by now', { started: '1' }],
])('a lock %s is taken away', async (_, owner) => {
  const path = lockIn()
  hold(path, owner)
  expect(await withFileLock(path, () => 'done', options)).toBe('done')
  expect(readdirSync(join(path, '..'))).toEqual([])
})

test.each([
  ['a process that lives', {}],
  ['a process of another machine', { host: 'elsewhere', pid: NOBODY }],
])('a lock of %s is waited for, and then given up', async (_, owner) => {
  const path = lockIn()
  hold(path, owner)
  const before = readFileSync(path, 'utf8')
  await expect(withFileLock(path, () => 'done', { ...options, waitMs: 20 })).rejects.toThrow(LockBusyError)
  expect(readFileSync(path, 'utf8')).toBe(before)
})

test.each(['', '{"token":"../x","pid":1}'])(
  'an old lock that says %j is taken away, a young one is not',
  async text => {
    const path = lockIn()
    writeFileSync(path, text)
    await expect(withFileLock(path, () => 'done', { ...options, waitMs: 10 })).rejects.toThrow(
      'another process',
    )
    utimesSync(path, 1, 1)
    expect(await withFileLock(path, () => 'done', options)).toBe('done')
  },
)

test('a lock that nobody else may take away yet stays until its time has come', async () => {
  const path = lockIn()
  hold(path, { pid: NOBODY })
  writeFileSync(`${path}.other`, '')
  await expect(withFileLock(path, () => 'done', { ...options, waitMs: 10 })).rejects.toThrow(LockBusyError)
  utimesSync(`${path}.other`, 1, 1)
  expect(await withFileLock(path, () => 'done', options)).toBe('done')
})

test('of many who want it each has it alone', async () => {
  const path = lockIn()
  const file = join(path, '..', 'count')
  writeFileSync(file, '0')
  const add = () =>
    withFileLock(path, () => writeFileSync(file, String(Number(readFileSync(file, 'utf8')) + 1)), options)
  await Promise.all(Array.from({ length: 20 }, add))
  expect(readFileSync(file, 'utf8')).toBe('20')
})

const trial = { ...options, uncheckableMs: 1000 }
const attempt = (path: string) => {
  const result = tryFileLock(path, trial)
  return 'lock' in result ? 'taken' : (result.heldBy?.pid ?? 'unknown')
}

test('a lock that is kept is nobody else’s until it is let go', () => {
  const path = lockIn()
  const first = tryFileLock(path, trial)
  expect(attempt(path)).toBe(process.pid)
  if ('lock' in first) first.lock.release()
  expect([existsSync(path), attempt(path)]).toEqual([false, 'taken'])
})

test.each([
  ['of a process that is gone', { pid: NOBODY }, 0, 'taken'],
  ['whose pid belongs to another process by now', { started: '1' }, 0, 'taken'],
  ['of another machine, touched a moment ago', { host: 'elsewhere', pid: NOBODY }, 0, NOBODY],
  ['of another machine, not touched for long', { host: 'elsewhere', pid: NOBODY }, 5, 'taken'],
])('a kept lock %s: who has it then', (_, owner, ageSeconds, expected) => {
  const path = lockIn()
  hold(path, owner)
  const at = Date.now() / 1000 - ageSeconds
  utimesSync(path, at, at)
  expect(attempt(path)).toBe(expected)
})

test('a lock that is just being written is somebody’s', () => {
  const path = lockIn()
  writeFileSync(path, '')
  expect(attempt(path)).toBe('unknown')
})

test('only the own lock is let go', () => {
  const path = lockIn()
  const mine = tryFileLock(path, trial)
  hold(path, {})
  if ('lock' in mine) mine.lock.release()
  expect(existsSync(path)).toBe(true)
})

test('a lock that went with its directory is let go without a word', () => {
  const path = lockIn()
  const mine = tryFileLock(path, trial)
  rmSync(dirname(path), { recursive: true })
  writeFileSync(dirname(path), 'a file where the directory was')
  expect(() => 'lock' in mine && mine.lock.release()).not.toThrow()
  expect('lock' in mine).toBe(true)
})
