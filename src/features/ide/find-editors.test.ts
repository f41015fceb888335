import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findEditors, hasOpen, isOwnProcess } from './find-editors.ts'
import { readLock } from './lock-file.ts'

const LOCK = {
  pid: process.pid,
  workspaceFolders: ['/work/app'],
  ideName: 'Neovim',
  transport: 'ws',
  authToken: '550e8400-e29b-41d4-a716-446655440000',
}

const put = (directory: string, name: string, lock: unknown, mode = 0o600): string => {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, name)
  writeFileSync(file, typeof lock === 'string' ? lock : JSON.stringify(lock))
  chmodSync(file, mode)
  return file
}

const find = (directories: readonly string[], uid = process.getuid?.()) =>
  findEditors({ directories, uid, isAlive: pid => pid === process.pid })

test('lock files are found in all places, once for each port, and say where the editor is', async () => {
  await using tmp = tmpDir()
  const [ours, theirs] = [join(tmp.path, '.capstan/ide'), join(tmp.path, '.claude/ide')]
  put(ours, '41000.lock', LOCK)
  put(theirs, '41000.lock', { ...LOCK, ideName: 'Another' })
  put(theirs, '41001.lock', { ...LOCK, ideName: 'VS Code', workspaceFolders: ['/a', 'relative', 7] }, 0o644)
  put(theirs, 'notes.txt', 'x')
  put(theirs, '99999.lock', LOCK)
  const { editors, ignored } = find([ours, theirs, theirs, join(tmp.path, 'nowhere')])
  expect(editors.map(({ port, name, folders }) => [port, name, folders])).toEqual([
    [41_000, 'Neovim', ['/work/app']],
    [41_001, 'VS Code', ['/a']],
  ])
  expect(ignored).toEqual([])
})

test('a lock file that others could have written, of a dead process, or that is none does not count', async () => {
  await using tmp = tmpDir()
  put(tmp.path, '1.lock', LOCK, 0o666)
  put(tmp.path, '2.lock', { ...LOCK, pid: 2 ** 22 - 1 })
  put(tmp.path, '3.lock', '{ half')
  put(tmp.path, '4.lock', ' '.repeat(70_000))
  put(tmp.path, '5.lock', { ...LOCK, transport: 'pipe' })
  symlinkSync(put(tmp.path, 'elsewhere', LOCK), join(tmp.path, '6.lock'))
  mkdirSync(join(tmp.path, '7.lock'))
  const { editors, ignored } = find([tmp.path])
  expect(editors).toEqual([])
  expect(ignored.map(({ why }) => why)).toEqual([
    'other users can write to it',
    'its process 4194303 does not run any more',
    'it is not a JSON object',
    'it is too long',
    'its transport is pipe, and only ws and sse are supported',
    'it is a link',
    'it is not a file',
  ])
  put(tmp.path, '8.lock', LOCK)
  expect(find([tmp.path], 4_242).ignored.at(-1)?.why).toBe('it belongs to another user')
})

test('a token that could end a header, a name that could move the cursor and a folder that is none are not taken', () => {
  expect(readLock(1, JSON.stringify({ ...LOCK, authToken: 'abcdefghij\r\nx: y' }))).toHaveProperty('why')
  expect(readLock(1, JSON.stringify({ ...LOCK, authToken: 'short' }))).toHaveProperty('why')
  expect(readLock(1, JSON.stringify({ ...LOCK, pid: -1 }))).toHaveProperty('why')
  expect(readLock(1, JSON.stringify({ ...LOCK, ideName: `\u001b[2J${'x'.repeat(100)}` }))).toMatchObject({
    name: expect.stringMatching(/^\\u\{1b\}\[2Jx+…$/),
  })
  expect(readLock(1, JSON.stringify({ ...LOCK, pid: undefined, ideName: '' }))).toMatchObject({
    name: 'editor',
  })
})

test('an editor fits a directory at or below a folder it has open, whatever links lead there', async () => {
  await using tmp = tmpDir()
  const app = join(tmp.path, 'app')
  mkdirSync(join(app, 'src'), { recursive: true })
  symlinkSync(app, join(tmp.path, 'link'))
  const how = { caseSensitive: true }
  const table: readonly (readonly [string, string, boolean])[] = [
    [app, app, true],
    [app, join(app, 'src'), true],
    [join(tmp.path, 'link'), join(app, 'src'), true],
    [app, join(tmp.path, 'link', 'src'), true],
    [join(app, 'src'), app, false],
    [`${app}le`, app, false],
    ['relative', app, false],
  ]
  for (const [folder, cwd, fits] of table) expect(hasOpen({ folders: [folder] }, cwd, how)).toBe(fits)
})

test('a process of ours that runs is one to talk to', () => {
  expect(isOwnProcess(process.pid)).toBe(true)
  expect(isOwnProcess(2 ** 22 - 1)).toBe(false)
})
