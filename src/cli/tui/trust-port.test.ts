import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Overrides } from '../../protocol/host.ts'
import { createTrustPort } from './trust-port.ts'

const folder = (root: string, settings?: object) => {
  const cwd = join(root, 'project')
  const home = join(root, 'home')
  mkdirSync(join(cwd, '.capstan'), { recursive: true })
  mkdirSync(home)
  if (settings) writeFileSync(join(cwd, '.capstan/settings.json'), JSON.stringify(settings))
  return {
    cwd,
    home,
    configHome: join(home, '.capstan'),
    env: {},
    newId: () => 'id',
    now: () => 1_700_000_000_000,
  }
}
const WISHES = { permissions: { allow: ['Bash(npm run *)'] }, env: { COLOUR: 'red' } }
const port = (place: ReturnType<typeof folder>, more: Overrides = {}) => createTrustPort(more, place)

test('a folder that wants something asks, in words, and never again once it is trusted', async () => {
  await using tmp = tmpDir()
  const place = folder(tmp.path, WISHES)
  const trust = port(place)
  const wish = await trust.wish()
  expect(wish).toMatchObject({ directory: place.cwd, lasting: true })
  expect(wish?.survey.text).toContain('Bash(npm run *)')
  expect(wish?.survey.text).toContain('COLOUR')
  expect(trust.accepted).toBe(false)
  await trust.accept()
  expect(trust.accepted).toBe(true)
  expect(await port(place).wish()).toBeUndefined()
})

test.each([
  ['nothing at all', undefined],
  ['only rules that restrict', { permissions: { deny: ['Read(.env)'] } }],
])('a folder with %s asks nothing', async (_, settings) => {
  await using tmp = tmpDir()
  expect(await port(folder(tmp.path, settings)).wish()).toBeUndefined()
})

test.each<Overrides>([{ trust: true }, { bare: true }, { settingSources: ['user'] }, { settingSources: [] }])(
  'with %j there is nothing to ask',
  async options => {
    await using tmp = tmpDir()
    expect(await port(folder(tmp.path, WISHES), options).wish()).toBeUndefined()
  },
)

test('the home directory is trusted for one session only', async () => {
  await using tmp = tmpDir()
  const place = folder(tmp.path, WISHES)
  const atHome = { ...place, home: place.cwd }
  const trust = port(atHome)
  expect(await trust.wish()).toMatchObject({ lasting: false })
  await trust.accept()
  expect(trust.accepted).toBe(true)
  expect(await port(atHome).wish()).toBeDefined()
})

test('when the answer cannot be kept that is an error with words', async () => {
  await using tmp = tmpDir()
  const place = folder(tmp.path, WISHES)
  mkdirSync(place.configHome, { recursive: true })
  writeFileSync(join(place.configHome, 'state.json'), '{', { mode: 0o600 })
  const trust = port(place)
  await expect(trust.accept()).rejects.toThrow('is not valid JSON')
  expect(trust.accepted).toBe(false)
})
