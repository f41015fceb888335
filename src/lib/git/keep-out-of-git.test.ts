import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { keepOutOfGit } from './keep-out-of-git.ts'

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' })

test('a private file inside a repository does not end up in a commit', async () => {
  await using tmp = tmpDir()
  git(tmp.path, 'init', '-q')
  mkdirSync(join(tmp.path, 'a b'))
  const names = ['AGENTS.local.md', 'a b/out[1]!.md', '#x*.md']
  for (const name of names) {
    writeFileSync(join(tmp.path, name), 'mine')
    expect(keepOutOfGit(join(tmp.path, name))).toBe('excluded')
    keepOutOfGit(join(tmp.path, name))
  }
  expect(git(tmp.path, 'status', '--porcelain', '-uall')).toBe('')
  const lines = readFileSync(join(tmp.path, '.git/info/exclude'), 'utf8').split('\n')
  expect(lines.filter(line => line === '/AGENTS.local.md')).toHaveLength(1)
})

test('outside a repository there is nothing to do', async () => {
  await using tmp = tmpDir()
  expect(keepOutOfGit(join(tmp.path, 'x.md'))).toBe('outside')
})

test('a link in the place of the list leads nowhere', async () => {
  await using tmp = tmpDir()
  git(tmp.path, 'init', '-q')
  writeFileSync(join(tmp.path, 'elsewhere'), 'mine\n')
  rmSync(join(tmp.path, '.git/info/exclude'), { force: true })
  symlinkSync(join(tmp.path, 'elsewhere'), join(tmp.path, '.git/info/exclude'))
  expect(keepOutOfGit(join(tmp.path, 'x.md'))).toBe('failed')
  expect(readFileSync(join(tmp.path, 'elsewhere'), 'utf8')).toBe('mine\n')
})
