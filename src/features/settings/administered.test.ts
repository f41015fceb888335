import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allInEnglish } from '../../../test/support/in-english.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { managedFiles, managedPaths, standingOf as standingOfRaw } from './administered.ts'

const standingOf = (...given: Parameters<typeof standingOfRaw>) => allInEnglish(standingOfRaw(...given))

const owner = process.getuid?.() ?? 0

const place = (root: string) => {
  mkdirSync(join(root, 'etc'))
  mkdirSync(join(root, 'real'))
  writeFileSync(join(root, 'real/policy.json'), '{}', { mode: 0o644 })
  symlinkSync(join(root, 'real/policy.json'), join(root, 'etc/managed-settings.json'))
  return join(root, 'etc/managed-settings.json')
}

test('policy is looked for in the places of the administrator', () => {
  expect(managedPaths('linux')).toEqual([
    { path: '/etc/capstan/managed-settings.json', owner: 0 },
    { path: '/etc/claude-code/managed-settings.json', owner: 0, foreign: true },
  ])
})

test('on macOS also where its administrators put such things, ours above those of the other program', () => {
  const list = (path: string) => ({
    path: `/Library/Managed Preferences/${path}.plist`,
    owner: 0,
    isList: true,
  })
  expect(managedPaths('darwin', () => 'me')).toEqual([
    list('dev.capstan'),
    list('me/dev.capstan'),
    { path: '/etc/capstan/managed-settings.json', owner: 0 },
    { path: '/Library/Application Support/Capstan/managed-settings.json', owner: 0 },
    { ...list('com.anthropic.claudecode'), foreign: true },
    { ...list('me/com.anthropic.claudecode'), foreign: true },
    { path: '/etc/claude-code/managed-settings.json', owner: 0, foreign: true },
    { path: '/Library/Application Support/ClaudeCode/managed-settings.json', owner: 0, foreign: true },
  ])
})

test('an account without a name has no preferences of its own', () => {
  const nameless = () => {
    throw new Error('no name')
  }
  expect(managedPaths('darwin', nameless).filter(({ isList }) => isList)).toHaveLength(2)
})

test('a property list stands alone', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'dev.capstan.d'))
  writeFileSync(join(tmp.path, 'dev.capstan.d/10.json'), '{}')
  const path = join(tmp.path, 'dev.capstan.plist')
  expect(managedFiles({ path, owner, isList: true })).toEqual([path])
})

test('a file behind a link counts when nobody else can change the file, the link, or the way to either', async () => {
  await using tmp = tmpDir()
  expect(standingOf(place(tmp.path), owner)).toEqual({ kind: 'administered' })
})

test.each([
  ['the file', 'real/policy.json', 0o646],
  ['the directory of the file', 'real', 0o777],
  ['the directory of the link', 'etc', 0o777],
  ['the directory of the link, as its group', 'etc', 0o770],
])('policy does not count when others may write %s', async (_name, path, mode) => {
  await using tmp = tmpDir()
  const file = place(tmp.path)
  chmodSync(join(tmp.path, path), mode)
  expect(standingOf(file, owner)).toEqual({
    kind: 'refused',
    why: `${join(tmp.path, path)} can be written by others`,
  })
})

test('a sticky directory protects what is in it', async () => {
  await using tmp = tmpDir()
  const file = place(tmp.path)
  chmodSync(join(tmp.path, 'etc'), 0o1777)
  expect(standingOf(file, owner)).toEqual({ kind: 'administered' })
})

test('what is not there is absent, also behind a dangling link', async () => {
  await using tmp = tmpDir()
  symlinkSync(join(tmp.path, 'nowhere'), join(tmp.path, 'dangling.json'))
  expect([
    standingOf(join(tmp.path, 'dangling.json'), owner),
    standingOf(join(tmp.path, 'a/b'), owner),
  ]).toEqual([{ kind: 'absent' }, { kind: 'absent' }])
})

test('drop-in files follow the main file by name; hidden ones and other kinds are left out', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'managed-settings.json')
  mkdirSync(join(tmp.path, 'managed-settings.d'))
  for (const name of ['20.json', '10.json', '.x.json', 'notes.txt'])
    writeFileSync(join(tmp.path, 'managed-settings.d', name), '{}')
  expect(managedFiles({ path, owner })).toEqual([
    path,
    join(tmp.path, 'managed-settings.d/10.json'),
    join(tmp.path, 'managed-settings.d/20.json'),
  ])
})
