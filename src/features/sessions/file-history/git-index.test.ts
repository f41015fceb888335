import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { parseGitIndex } from './git-index.ts'

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: cwd } })

test.each([
  [2, []],
  [4, []],
  [2, ['--object-format=sha256']],
])('an index of version %i (init %j) gives the blobs that git lists', async (version, init) => {
  await using tmp = tmpDir()
  git(tmp.path, 'init', '-q', ...init)
  git(tmp.path, 'config', 'index.version', String(version))
  for (const name of ['a', 'ab', 'abcdefgh', 'ö.txt', 'a-long-name-of-a-file-to-share-a-beginning'])
    writeFileSync(join(tmp.path, name), name)
  git(tmp.path, 'add', '.')
  const listed = git(tmp.path, 'ls-files', '-s', '-z')
    .split('\0')
    .filter(line => line !== '')
    .map(line => [line.slice(line.indexOf('\t') + 1), line.split(' ')[1]])
  const index = parseGitIndex(readFileSync(join(tmp.path, '.git/index')))
  expect(index?.paths.map((path, entry) => [path, index.blob(entry)])).toEqual(listed)
  const stats = statSync(join(tmp.path, 'ab'))
  const entry = index?.find('ab') ?? Number.NaN
  const later = Math.floor(stats.mtimeMs / 1000) + 1
  expect(index?.isAsNoted(entry, stats, later)).toBe(true)
  expect(index?.isAsNoted(entry, stats, later - 1)).toBe(false)
  for (const other of [{ size: 3 }, { ino: 1 }, { mtimeMs: 0 }, { ctimeMs: 0 }])
    expect(index?.isAsNoted(entry, Object.assign(statSync(join(tmp.path, 'ab')), other), later)).toBe(false)
})

test('entries whose file git was told not to look at are listed, and nothing noted of them counts', async () => {
  await using tmp = tmpDir()
  git(tmp.path, 'init', '-q')
  for (const name of ['assumed', 'plain', 'skipped']) writeFileSync(join(tmp.path, name), name)
  git(tmp.path, 'add', '.')
  git(tmp.path, 'update-index', '--assume-unchanged', 'assumed')
  git(tmp.path, 'update-index', '--skip-worktree', 'skipped')
  const index = parseGitIndex(readFileSync(join(tmp.path, '.git/index')))
  expect(index?.paths.map((path, entry) => [path, index.isPlain(entry)])).toEqual([
    ['assumed', false],
    ['plain', true],
    ['skipped', false],
  ])
})

test('a split index is not believed', async () => {
  await using tmp = tmpDir()
  git(tmp.path, 'init', '-q')
  writeFileSync(join(tmp.path, 'a'), 'a')
  git(tmp.path, 'add', '.')
  git(tmp.path, 'update-index', '--split-index')
  expect(parseGitIndex(readFileSync(join(tmp.path, '.git/index')))).toBeUndefined()
})

test('no bytes make the reader throw', () => {
  const header = Buffer.from('DIRC\0\0\0\x02\0\0\0\x03', 'latin1')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (rest, withHeader) => {
      const bytes = Buffer.concat([withHeader ? header : Buffer.alloc(0), rest])
      const index = parseGitIndex(bytes)
      for (const path of index?.paths ?? []) expect(index?.find(path)).toBeDefined()
    }),
  )
})
