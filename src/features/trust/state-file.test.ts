import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { approve, hashDefinition, isApproved } from './approvals.ts'
import { changeState, readState as readStateRaw, StateError } from './state-file.ts'
import { listTrusted, revokeTrust, trustedSince, trustFolder } from './trusted-folders.ts'

const readState = (...given: Parameters<typeof readStateRaw>) => allInEnglish(readStateRaw(...given))

const AT = new Date('2026-01-02T03:04:05Z')
const makeMeans = () => {
  let ids = 0
  return { newId: () => `id-${++ids}`, now: () => AT.getTime() }
}
const stateIn = (home: string) => {
  const read = readState(home)
  return read.kind === 'state' ? read.state : read.message
}

test('nothing there is an empty state', async () => {
  await using tmp = tmpDir()
  expect(readState(join(tmp.path, 'none'))).toEqual({ kind: 'state', state: {} })
})

test('trust is written for the owner alone, and unknown keys stay', async () => {
  await using tmp = tmpDir()
  const home = join(tmp.path, 'new/config')
  await changeState(
    home,
    () => ({ onboarding: { done: true }, projects: { '/a': { servers: [1] } } }),
    makeMeans(),
  )
  await changeState(home, state => trustFolder(state, '/a', AT), makeMeans())
  await changeState(home, state => trustFolder(state, '/b', AT), makeMeans())
  expect(stateIn(home)).toEqual({
    onboarding: { done: true },
    projects: {
      '/a': { servers: [1], trust: { at: '2026-01-02T03:04:05.000Z' } },
      '/b': { trust: { at: '2026-01-02T03:04:05.000Z' } },
    },
  })
  expect(statSync(join(home, 'state.json')).mode & 0o777).toBe(0o600)
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(existsSync(join(home, 'state.json.lock'))).toBe(false)
  await changeState(home, state => revokeTrust(revokeTrust(state, '/a'), '/b'), makeMeans())
  expect(stateIn(home)).toEqual({ onboarding: { done: true }, projects: { '/a': { servers: [1] } } })
})

test('changes made at the same time are all kept', async () => {
  await using tmp = tmpDir()
  const deps = { newId: () => crypto.randomUUID(), now: Date.now }
  const paths = Array.from({ length: 20 }, (_, index) => `/p${index}`)
  await Promise.all(paths.map(path => changeState(tmp.path, state => trustFolder(state, path, AT), deps)))
  const read = readState(tmp.path)
  expect(read.kind === 'state' && listTrusted(read.state).map(({ path }) => path)).toEqual([...paths].sort())
})

test.each([
  ['not JSON', (file: string) => writeFileSync(file, '{', { mode: 0o600 }), 'is not valid JSON'],
  ['a list', (file: string) => writeFileSync(file, '[]', { mode: 0o600 }), 'does not hold a JSON object'],
  ['a directory', (file: string) => void mkdirSync(file), 'is not a regular file'],
  [
    'writable by others',
    (file: string) => {
      writeFileSync(file, '{"projects":{"/a":{"trust":{"at":"2026-01-02T03:04:05Z"}}}}')
      chmodSync(file, 0o666)
    },
    'is writable by others',
  ],
])('a file that is %s counts for nothing, is said and is left alone', async (_name, make, why) => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'state.json')
  make(file)
  const before = statSync(file)
  expect(readState(tmp.path)).toEqual({ kind: 'unusable', message: expect.stringContaining(why) })
  const change = changeState(tmp.path, state => trustFolder(state, '/a', AT), makeMeans())
  await expect(change).rejects.toThrow(StateError)
  expect(statSync(file).mtimeMs).toBe(before.mtimeMs)
  expect(existsSync(`${file}.lock`)).toBe(false)
})

test('a file that is linked stays where it is', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'real.json'), '{}', { mode: 0o600 })
  mkdirSync(join(tmp.path, 'config'))
  symlinkSync('../real.json', join(tmp.path, 'config/state.json'))
  await changeState(join(tmp.path, 'config'), state => trustFolder(state, '/a', AT), makeMeans())
  expect(JSON.parse(readFileSync(join(tmp.path, 'real.json'), 'utf8'))).toEqual({
    projects: { '/a': { trust: { at: '2026-01-02T03:04:05.000Z' } } },
  })
})

test('trust is for the very path: not for what is above, below or beside it', () => {
  const state = trustFolder({}, '/data/app', AT)
  expect(trustedSince(state, '/data/app')).toBe('2026-01-02T03:04:05.000Z')
  for (const path of [
    '/data',
    '/data/app/sub',
    '/data/app2',
    '/data/App',
    '/data/app/',
    '__proto__',
    'toString',
  ])
    expect(trustedSince(state, path)).toBeUndefined()
})

test('a state of any shape trusts nobody and breaks nothing', () => {
  const AROUND = fc.oneof(
    fc.jsonValue(),
    fc.record({ projects: fc.jsonValue() }),
    fc.record({ projects: fc.record({ '/a': fc.jsonValue() }) }),
    fc.record({
      projects: fc.record({ '/a': fc.record({ trust: fc.jsonValue(), approvals: fc.jsonValue() }) }),
    }),
  )
  fc.assert(
    fc.property(AROUND, value => {
      const state = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
      expect(trustedSince(state, '/a')).toBeUndefined()
      expect(listTrusted(state)).toEqual([])
      expect(isApproved(state, '/a', { kind: 'server', name: 'x', sha256: 'y' })).toBe(false)
      expect(trustedSince(trustFolder(state, '/a', AT), '/a')).toBe(AT.toISOString())
      expect(trustedSince(revokeTrust(trustFolder(state, '/a', AT), '/a'), '/a')).toBeUndefined()
    }),
  )
})

test('an approval is for one definition of one thing in one folder', () => {
  const server = (args: readonly string[]) => ({
    kind: 'server',
    name: 'db',
    sha256: hashDefinition({ command: 'npx', args }),
  })
  const state = approve(trustFolder({}, '/a', AT), '/a', server(['x']))
  expect(isApproved(state, '/a', server(['x']))).toBe(true)
  expect(isApproved(state, '/a', server(['x', 'y']))).toBe(false)
  expect(isApproved(state, '/a', { ...server(['x']), name: 'other' })).toBe(false)
  expect(isApproved(state, '/a', { ...server(['x']), kind: 'plugin' })).toBe(false)
  expect(isApproved(state, '/b', server(['x']))).toBe(false)
  const changed = approve(state, '/a', server(['y']))
  expect(isApproved(changed, '/a', server(['x']))).toBe(false)
  expect(isApproved(changed, '/a', server(['y']))).toBe(true)
  expect(trustedSince(changed, '/a')).toBe(AT.toISOString())
  expect(isApproved(revokeTrust(changed, '/a'), '/a', server(['y']))).toBe(false)
})

test('the hash of a definition minds everything but the order of keys', () => {
  expect(hashDefinition({ a: 1, b: { c: [1, 2], d: 3 } })).toBe(
    hashDefinition({ b: { d: 3, c: [1, 2] }, a: 1 }),
  )
  const different = [{ a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { b: 1 }, {}, [], null, undefined]
  expect(new Set(different.map(hashDefinition)).size).toBe(different.length)
})
