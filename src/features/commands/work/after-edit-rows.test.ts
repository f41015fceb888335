import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeHost } from '../../../../test/support/fake-command-host.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { afterEditRows } from './after-edit-rows.ts'
import { initCommand } from './project.ts'

const rowsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  await using tmp = tmpDir()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tmp.path, name), text)
  return afterEditRows(tmp.path).map(({ glob, run, kind }) => `${glob} ${kind}: ${run}`)
}

const packages = (names: readonly string[]): string =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map(name => [name, '*'])) })

test.each([
  [
    'prettier and eslint',
    { 'package.json': packages(['prettier', 'eslint', 'left-pad']) },
    [
      '*.{ts,tsx,js,jsx,css,json,md} format: npx prettier --write {file}',
      '*.{ts,tsx,js,jsx,mjs,cjs} lint: npx eslint {file}',
    ],
  ],
  [
    'ruff, named twice, and pytest',
    { 'pyproject.toml': '[tool.ruff]\n[tool.pytest.ini_options]\n', 'ruff.toml': '' },
    ['*.py format: ruff format {file}', '*.py lint: ruff check {file}', 'test_*.py test: pytest -q {file}'],
  ],
  ['Go', { 'go.mod': 'module example.com/x\n' }, ['*.go format: gofmt -w {file}']],
  ['nothing of the kind', { 'package.json': '{"devDependencies":["eslint"]}', 'a.txt': 'ruff' }, []],
  ['a broken manifest', { 'package.json': '{"devDependencies":'.repeat(200) }, []],
])('a project with %s has its rows', async (_, files, expected) => {
  expect(await rowsOf(files)).toEqual(expected)
})

test('a directory in the place of a manifest is none', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'package.json'))
  expect(afterEditRows(tmp.path)).toEqual([])
})

test('/init names rows for what the project has, and none where it has nothing', async () => {
  await using tmp = tmpDir()
  const host = createFakeHost()
  const init = async () => {
    const place = { ...host.place, resolve: (path: string) => join(tmp.path, path) }
    const outcome = await initCommand.run('the tests', { ...host, place })
    return outcome.kind === 'submit' ? outcome.text : ''
  }
  expect(await init()).not.toContain('would fit this project')
  writeFileSync(join(tmp.path, 'package.json'), packages(['prettier']))
  const text = await init()
  expect(text).toContain('"run":"npx prettier --write {file}","kind":"format"')
  expect(text).toMatch(/Pay attention to: the tests$/)
})
