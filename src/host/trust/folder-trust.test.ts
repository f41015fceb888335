import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { trustFolder } from '../../features/trust/trusted-folders.ts'
import type { Overrides } from '../../protocol/host.ts'
import { findFolderTrust as findFolderTrustRaw } from './folder-trust.ts'

const findFolderTrust = (...given: Parameters<typeof findFolderTrustRaw>) =>
  allInEnglish(findFolderTrustRaw(...given))

const makeWorld = () => {
  const tmp = tmpDir()
  const place = {
    cwd: join(tmp.path, 'home/repo'),
    home: join(tmp.path, 'home'),
    configHome: join(tmp.path, 'config'),
  }
  for (const path of [join(place.cwd, '.git'), place.configHome]) mkdirSync(path, { recursive: true })
  const file = join(place.configHome, 'state.json')
  return {
    place,
    file,
    remember: (path: string) =>
      writeFileSync(file, JSON.stringify(trustFolder({}, path, new Date(0))), { mode: 0o600 }),
    find: (options: Overrides = {}, env: Record<string, string> = {}) =>
      findFolderTrust(options, { ...place, env }),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test('a folder nobody spoke of is not trusted', async () => {
  await using world = makeWorld()
  expect(world.find()).toEqual({
    trusted: false,
    root: world.place.cwd,
    unconfirmed: new Map(),
    own: new Map(),
    warnings: [],
  })
})

test.each<[string, Overrides, Record<string, string>]>([
  ['--trust', { trust: true }, {}],
  ['the variable', {}, { CAPSTAN_TRUST_WORKSPACE: '1' }],
  ['naming the project', { settingSources: ['project'] }, {}],
])('%s trusts for the run', async (_name, options, env) => {
  await using world = makeWorld()
  expect(world.find(options, env).trusted).toBe(true)
})

test('naming other sources trusts nothing', async () => {
  await using world = makeWorld()
  expect(world.find({ settingSources: ['user', 'local'] }).trusted).toBe(false)
})

test('what was remembered counts, for that folder', async () => {
  await using world = makeWorld()
  world.remember(world.place.cwd)
  expect(world.find().trusted).toBe(true)
  world.remember(join(world.place.cwd, 'sub'))
  expect(world.find().trusted).toBe(false)
})

test('a remembered home directory does not count', async () => {
  await using world = makeWorld()
  world.remember(world.place.home)
  const env = {}
  const inHome = { ...world.place, cwd: world.place.home, env }
  expect(findFolderTrust({}, inHome).trusted).toBe(false)
  expect(findFolderTrust({ trust: true }, inHome).trusted).toBe(true)
})

test('a state that others can write is not believed, and that is said', async () => {
  await using world = makeWorld()
  world.remember(world.place.cwd)
  chmodSync(world.file, 0o666)
  expect(world.find()).toEqual({
    trusted: false,
    unconfirmed: new Map(),
    own: new Map(),
    root: world.place.cwd,
    warnings: [expect.stringContaining('is writable by others')],
  })
})

test('the trust flag of another program is not believed', async () => {
  await using world = makeWorld()
  const foreign = { projects: { [world.place.cwd]: { hasTrustDialogAccepted: true } } }
  for (const file of [join(world.place.home, '.claude.json'), world.file])
    writeFileSync(file, JSON.stringify(foreign), { mode: 0o600 })
  expect(world.find().trusted).toBe(false)
})
