import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { ExitError } from '../exit-error.ts'
import { config } from './config.ts'

const makeWorld = () => {
  const tmp = tmpDir()
  const home = join(tmp.path, 'home')
  const cwd = join(tmp.path, 'project')
  mkdirSync(join(home, '.capstan'), { recursive: true })
  mkdirSync(cwd)
  const file = join(home, '.capstan/settings.json')
  const run = async (...argv: string[]): Promise<readonly [code: number, text: string]> => {
    const said: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => said.push(String(text)) > 0)
    try {
      const code = await config(argv, { env: { HOME: home }, version: '1', argv: [], cwd })
      return [code, said.join('').trimEnd()]
    } catch (error) {
      if (!(error instanceof ExitError)) throw error
      return [error.code, error.message.split('\n', 1)[0] ?? '']
    } finally {
      write.mockRestore()
    }
  }
  return { cwd, file, run, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('capstan config sets, gets, lists and removes, and keeps comments', async () => {
  await using world = makeWorld()
  const { run, file } = world
  writeFileSync(file, '{\n  // mine\n  "theme": "dark"\n}\n')
  expect(await run('get', 'theme')).toEqual([0, 'dark'])
  expect(await run('set', 'verbose', 'true')).toEqual([0, `verbose=true in ${file}`])
  expect((await run('set', 'availableModels', '["opus", "haiku"]'))[0]).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('// mine')
  expect(JSON.parse(readFileSync(file, 'utf8').replace('// mine', ''))).toEqual({
    theme: 'dark',
    verbose: true,
    availableModels: ['opus', 'haiku'],
  })
  expect((await run('list'))[1].split('\n').sort()).toEqual([
    'availableModels=["opus","haiku"]',
    'theme=dark',
    'verbose=true',
  ])
  expect((await run('unset', 'verbose'))[0]).toBe(0)
  expect(await run('get', 'verbose')).toEqual([0, 'false'])
})

test('each scope is a file of its own, and the nearest counts', async () => {
  await using world = makeWorld()
  const { run, cwd } = world
  await run('set', 'theme', 'light', '--global')
  vi.spyOn(process.stderr, 'write').mockReturnValueOnce(true)
  expect((await run('set', 'theme', 'dark', '--scope', 'local'))[1]).toContain(
    join(cwd, '.capstan/settings.local.json'),
  )
  expect(await run('get', 'theme', '--scope', 'user')).toEqual([0, 'light'])
  expect(await run('get', 'theme', '--json', '--scope', 'local')).toEqual([0, '"dark"'])
  expect(await run('get', 'theme', '--scope', 'project')).toEqual([1, 'theme is not set.'])
})

test.each([
  [['get', 'thmee'], 1, 'There is no setting "thmee"'],
  [['get', 'language'], 1, 'language is not set.'],
  [['set', 'theme', 'purple'], 1, '"theme": expected'],
  [['set', 'fastMode', 'true', '--scope', 'project'], 1, 'A project may not set "fastMode"'],
  [['set', 'theme'], 2, 'config: set takes a key and one value.'],
  [['frobnicate', 'x'], 2, 'config: "frobnicate x" isn\'t a known command.'],
  [['list', '--scope', 'moon'], 2, 'config: --scope takes user, project or local'],
])('what cannot be done is said, with an exit code: %j', async (argv, code, text) => {
  await using world = makeWorld()
  const [ended, said] = await world.run(...argv)
  expect([ended, said.slice(0, text.length)]).toEqual([code, text])
})
