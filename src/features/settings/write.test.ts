import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { JsoncEdit } from './edit-jsonc.ts'
import { type SettingsTarget, writeSettings } from './write.ts'

const deps = { newId: () => crypto.randomUUID(), now: () => Date.now() }
const allow = (...items: string[]): JsoncEdit => ({ kind: 'append', path: ['permissions', 'allow'], items })
const write = (target: SettingsTarget, ...edits: JsoncEdit[]) => writeSettings(target, edits, deps)
const local = (root: string): SettingsTarget => ({
  file: join(root, '.capstan/settings.local.json'),
  scope: 'local',
})

test('a missing local file is made, readable for its owner only, in a folder that git leaves out', async () => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  const { before, after: text } = await write(target, allow('Bash(npm test)'))
  expect(before).toBe('')
  expect(readFileSync(target.file, 'utf8')).toBe(text)
  expect(JSON.parse(text)).toEqual({ permissions: { allow: ['Bash(npm test)'] } })
  expect(statSync(target.file).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(tmp.path, '.capstan/.gitignore'), 'utf8')).toBe(
    'settings.local.json\nworktrees/\n',
  )
  expect(readdirSync(join(tmp.path, '.capstan')).sort()).toEqual(['.gitignore', 'settings.local.json'])
})

test('a user file is made in a private directory', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'home/.capstan/settings.json')
  await write({ file, scope: 'user' }, { kind: 'set', path: ['model'], value: 'm' })
  expect(readFileSync(file, 'utf8')).toBe('{\n  "model": "m"\n}\n')
  expect([statSync(join(file, '..')).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  expect(existsSync(join(tmp.path, 'home/.capstan/.gitignore'))).toBe(false)
})

test('byte order mark, line ends, comments, mode and unknown keys stay; the list of git stays too', async () => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  mkdirSync(join(tmp.path, '.capstan'))
  writeFileSync(join(tmp.path, '.capstan/.gitignore'), 'mine\n')
  const before =
    '\uFEFF{\r\n\t// keep me\r\n\t"later": [1],\r\n\t"permissions": {"allow": ["a"], /* too */ "x": 1},\r\n}\r\n'
  writeFileSync(target.file, before, { mode: 0o640 })
  await write(target, allow('b'))
  expect(readFileSync(target.file, 'utf8')).toBe(before.replace('["a"]', '["a", "b"]'))
  expect(statSync(target.file).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(tmp.path, '.capstan/.gitignore'), 'utf8')).toBe('mine\n')
})

test('a change that is there already does not touch the file', async () => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  await write(target, allow('a'))
  const { ino } = statSync(target.file)
  await write(target, allow('a'), { kind: 'remove', path: ['permissions', 'deny'], items: ['x'] })
  expect(statSync(target.file).ino).toBe(ino)
})

test.each([
  ['broken text', '{"permissions": {', 'line 1:'],
  ['a malformed deny list', '{"permissions": {"deny": "Bash"}}', 'permissions.deny: expected a list'],
  ['a key given twice', '{"permissions": {}, "permissions": {}}', 'given twice'],
  ['something else than an object', '[]', 'expected an object'],
  ['only a comment', '// soon', 'expected a value'],
])('a file with %s is left as it is, and that is said', async (_name, text, why) => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  mkdirSync(join(tmp.path, '.capstan'))
  writeFileSync(target.file, text)
  await expect(write(target, allow('a'))).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining(why),
  })
  expect(readFileSync(target.file, 'utf8')).toBe(text)
})

test('a value the file may not hold is never written', async () => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  const edit: JsoncEdit = { kind: 'set', path: ['permissions', 'defaultMode'], value: 'yolo' }
  await expect(write(target, edit)).rejects.toMatchObject({ kind: 'invalid' })
  expect(existsSync(target.file)).toBe(false)
})

test('files of the other program are never written', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, '.claude/settings.json')
  await expect(write({ file, scope: 'user' }, allow('a'))).rejects.toMatchObject({ kind: 'refused' })
  expect(existsSync(join(tmp.path, '.claude'))).toBe(false)
})

test.each(['.capstan', '.capstan/settings.local.json'])(
  'in a folder nothing is written through the link %s',
  async link => {
    await using tmp = tmpDir()
    const target = local(join(tmp.path, 'repo'))
    mkdirSync(join(tmp.path, 'repo'))
    mkdirSync(join(tmp.path, 'elsewhere'))
    writeFileSync(join(tmp.path, 'elsewhere/settings.local.json'), '{}')
    if (link === '.capstan') symlinkSync(join(tmp.path, 'elsewhere'), join(tmp.path, 'repo/.capstan'))
    else {
      mkdirSync(join(tmp.path, 'repo/.capstan'))
      symlinkSync(join(tmp.path, 'elsewhere/settings.local.json'), target.file)
    }
    await expect(write(target, allow('a'))).rejects.toMatchObject({ kind: 'refused' })
    expect(readFileSync(join(tmp.path, 'elsewhere/settings.local.json'), 'utf8')).toBe('{}')
    expect(readdirSync(join(tmp.path, 'elsewhere'))).toEqual(['settings.local.json'])
  },
)

test('the own file of the person may lie behind a link, which stays', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'settings.json')
  writeFileSync(join(tmp.path, 'dotfiles.json'), '{}')
  symlinkSync('dotfiles.json', file)
  await write({ file, scope: 'user' }, { kind: 'set', path: ['model'], value: 'm' })
  expect(JSON.parse(readFileSync(join(tmp.path, 'dotfiles.json'), 'utf8'))).toEqual({ model: 'm' })
  expect(statSync(file).ino).toBe(statSync(join(tmp.path, 'dotfiles.json')).ino)
})

test('many writers at once lose nothing', async () => {
  await using tmp = tmpDir()
  const target = local(tmp.path)
  const rules = Array.from({ length: 12 }, (_, index) => `Bash(${index})`)
  await Promise.all(rules.map(rule => write(target, allow(rule))))
  const { permissions } = JSON.parse(readFileSync(target.file, 'utf8'))
  expect(new Set(permissions.allow)).toEqual(new Set(rules))
})

test('what cannot be written is said with the reason', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, '.capstan'), 'a file')
  await expect(write(local(tmp.path), allow('a'))).rejects.toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/settings\.local\.json could not be written: (?:ENOTDIR|EEXIST)/),
  })
})
