import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { managedDirectories, managedPaths } from '../src/features/settings/administered.ts'
import { REPOSITORY } from './support/run-program.ts'

const page = readFileSync(join(REPOSITORY, 'docs/file-locations.md'), 'utf8')

/** What the sources put below the config home, by its first name. */
const KEPT = /onfigHome, '([^'/]+)/g

test('every name in the config home stands on the page about files', () => {
  const files = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' })
  const names = files
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap(name => [...readFileSync(join(REPOSITORY, 'src', name), 'utf8').matchAll(KEPT)])
    .map(([, name = '']) => name)
  const missing = [...new Set(names)].filter(name => !page.includes(`\`${name}`) && name !== 'git')
  expect(names.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})

test('every place of an administrator stands there', () => {
  const places = managedPaths('darwin', () => '<account>').map(({ path }) => path)
  const ours = places.filter(path => /capstan/i.test(path) && !path.includes('Application Support'))
  const folders = managedDirectories('darwin').map(({ path }) => path)
  expect([...ours, ...folders].filter(path => !page.includes(path))).toEqual([])
})
