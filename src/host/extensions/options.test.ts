import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseExtensions, findExtensionSources } from './options.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-places-')))
const repo = join(home, 'repo')
const cwd = join(repo, 'packages', 'a')
mkdirSync(cwd, { recursive: true })
execFileSync('git', ['init', '-q', repo])
const env: Record<string, string> = {}
const from = { cwd, home, configHome: join(home, '.capstan'), roots: [cwd], env }
const roots = (
  options: Parameters<typeof findExtensionSources>[0],
  trusted: boolean,
  more: Partial<typeof from> = {},
): readonly string[] =>
  findExtensionSources(options, { trusted }, { ...from, ...more }).map(({ root }) => root)

const MANAGED = ['/etc/capstan', '/etc/claude-code']
const USER = [join(home, '.capstan'), join(home, '.claude')]
const PROJECT = [cwd, join(repo, 'packages'), repo].flatMap(at => [join(at, '.capstan'), join(at, '.claude')])

test('a trusted folder has places from where one works up to its root, ours before those of others', () => {
  expect(roots({}, true)).toEqual([...MANAGED, ...USER, ...PROJECT])
})

test('a folder that nobody trusts has no place', () => {
  expect(roots({}, false)).toEqual([...MANAGED, ...USER])
})

test('sources that were not named are left out, and so are other names where they are not wanted', () => {
  expect(roots({ settingSources: [] }, true)).toEqual(MANAGED)
  expect(roots({ settingSources: ['project'] }, true)).toEqual([...MANAGED, ...PROJECT])
  expect(roots({ settingSources: ['user'] }, true, { env: { CAPSTAN_COMPAT: '0' } })).toEqual([
    '/etc/capstan',
    join(home, '.capstan'),
  ])
})

test("the person's own directory is not a project's, and added directories are", () => {
  const at = { cwd: home, roots: [home, repo] }
  expect(roots({}, true, at)).toEqual([...MANAGED, ...USER, join(repo, '.capstan'), join(repo, '.claude')])
})

test('--bare looks nowhere', async () => {
  expect(await chooseExtensions({ bare: true }, { trusted: true }, from).list()).toEqual([])
})
