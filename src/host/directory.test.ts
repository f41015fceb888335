import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { type ReadText, readBounded } from '../features/settings/read-bounded.ts'
import { Directory } from './directory.ts'

const soon = { timeout: 60_000, interval: 10 }

const makeWorld = () => {
  const tmp = tmpDir()
  const start = {
    cwd: join(tmp.path, 'project'),
    home: join(tmp.path, 'home'),
    configHome: join(tmp.path, 'home/.capstan'),
  }
  mkdirSync(start.cwd)
  const file = join(start.configHome, 'settings.json')
  return {
    directory: new Directory(start),
    file,
    put: (settings: object) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(settings))
    },
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test('equal settings are one object for all who ask; a changed file makes another at once', async () => {
  await using world = makeWorld()
  world.put({ model: 'a' })
  const first = world.directory.gather({}, {})
  expect(world.directory.gather({}, {})).toBe(first)
  expect(world.directory.gather({ allowedTools: ['Read'] }, {}).rules).toHaveLength(1)
  world.put({ model: 'b' })
  expect(world.directory.gather({}, {}).settings.model).toBe('b')
})

test('what trust lets count is not what counts without', async () => {
  await using world = makeWorld()
  const { cwd } = world.directory.start
  mkdirSync(join(cwd, '.capstan'))
  writeFileSync(join(cwd, '.capstan/settings.json'), JSON.stringify({ model: 'project' }))
  const seen = [{}, { trust: true }, {}].map(overrides => world.directory.gather(overrides, {}))
  expect(seen.map(({ trusted }) => trusted)).toEqual([false, true, false])
})

test('all who watch hear of a change, also who came after it and had not seen it', async () => {
  await using world = makeWorld()
  world.put({ model: 'a' })
  const heard: string[] = []
  const listener = (name: string) => ({
    files: () => [world.file],
    known: new Map<string, ReadText>([[world.file, readBounded(world.file)]]),
    onChange: () => void heard.push(name),
  })
  const late = listener('late')
  const first = await world.directory.watch(listener('first'))
  const second = await world.directory.watch(listener('second'))
  world.put({ model: 'b' })
  await vi.waitFor(() => expect(heard.sort()).toEqual(['first', 'second']), soon)
  const third = await world.directory.watch(late)
  await vi.waitFor(() => expect(heard).toContain('late'), soon)
  first[Symbol.dispose]()
  world.put({ model: 'c' })
  await vi.waitFor(
    () => expect(heard.toSorted()).toEqual(['first', 'late', 'late', 'second', 'second']),
    soon,
  )
  second[Symbol.dispose]()
  third[Symbol.dispose]()
  // Everybody left; whoever comes next starts anew.
  using _ = await world.directory.watch(listener('fourth'))
  world.put({ model: 'd' })
  await vi.waitFor(() => expect(heard).toContain('fourth'), soon)
})

test('whoever goes on with a damaged file keeps the deny and ask rules that can be found in it, and nothing else', async () => {
  await using tmp = tmpDir()
  const configHome = join(tmp.path, 'config')
  mkdirSync(configHome)
  const file = join(configHome, 'settings.json')
  writeFileSync(
    file,
    '{"permissions": {"allow": ["Edit"], "ask": ["WebFetch"], "deny": ["Bash(rm *)", "Read(x',
  )
  using directory = new Directory({ cwd: tmp.path, home: tmp.path, configHome })
  expect(() => directory.gather({}, {})).toThrow(
    expect.objectContaining({ name: 'HostError', kind: 'damaged_settings' }),
  )
  await directory.prepareSalvage()
  const { rules, warnings } = directory.gather({ acceptDamagedSettings: true }, {})
  expect(rules.map(({ behavior, text, source }) => [behavior, text, source])).toEqual([
    ['deny', 'Bash(rm *)', 'user'],
    ['ask', 'WebFetch', 'user'],
  ])
  expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining(file)])
  expect(() => directory.gather({}, {})).toThrow('rules may be missing')
})
