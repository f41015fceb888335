import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readGitBranch } from './git-branch.ts'

const HEAD = 'repo/.git/HEAD'

test.each<[string, Record<string, string>, string]>([
  ['a branch', { [HEAD]: 'ref: refs/heads/feature/x\n' }, 'feature/x'],
  ['a detached head', { [HEAD]: `${'0123456789'.repeat(4)}\n` }, '0123456'],
  [
    'a worktree with an absolute pointer',
    {
      'repo/.git': 'gitdir: <root>/main/.git/worktrees/w\n',
      'main/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
    },
    'w',
  ],
  [
    'a submodule with a relative pointer',
    { 'repo/.git': 'gitdir: ../main/.git/modules/m\n', 'main/.git/modules/m/HEAD': 'ref: refs/heads/m\n' },
    'm',
  ],
  ['another reference store', { [HEAD]: 'ref: refs/heads/.invalid\n' }, ''],
  ['a name with control characters', { [HEAD]: 'ref: refs/heads/\u001b[31mred\n' }, ''],
  ['an oversized head', { [HEAD]: `ref: refs/heads/${'x'.repeat(5000)}` }, ''],
  ['garbage', { [HEAD]: 'garbage' }, ''],
  ['a pointer to nowhere', { 'repo/.git': 'gitdir: /no/such/place\n' }, ''],
  ['an empty git directory', { 'repo/.git/config': '' }, ''],
])('%s', async (_, files, branch) => {
  await using tmp = tmpDir()
  const cwd = join(tmp.path, 'repo', 'deep', 'down')
  mkdirSync(cwd, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const path = join(tmp.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content.replace('<root>', tmp.path))
  }
  expect(readGitBranch(cwd)).toBe(branch)
})

test('outside git, and in a directory that is gone, there is no branch', async () => {
  await using tmp = tmpDir()
  expect([readGitBranch(tmp.path), readGitBranch(join(tmp.path, 'gone'))]).toEqual(['', ''])
})
