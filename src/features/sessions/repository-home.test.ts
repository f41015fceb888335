import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseRemote, readRepository } from './repository-home.ts'

test.each([
  ['https://github.com/acme/tool.git', { host: 'github.com', owner: 'acme', name: 'tool' }],
  ['https://token@github.com/acme/tool', { host: 'github.com', owner: 'acme', name: 'tool' }],
  ['git@github.com:acme/tool.git', { host: 'github.com', owner: 'acme', name: 'tool' }],
  ['ssh://git@git.acme.org:2222/team/sub/tool/', { host: 'git.acme.org', owner: 'team/sub', name: 'tool' }],
  ['/srv/git/tool.git', undefined],
  ['file:///srv/git/tool.git', undefined],
  ['../tool', undefined],
  ['C:\\repos\\tool', undefined],
  ['https://github.com/tool', undefined],
])('%s', (address, home) => {
  expect(parseRemote(address)).toEqual(home)
})

test('a checkout, a worktree of it and a folder without git', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-repo-')))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: join(root, 'main'), stdio: 'ignore' })
  mkdirSync(join(root, 'main'))
  mkdirSync(join(root, 'none'))
  git('init', '-q')
  expect(readRepository(join(root, 'main'))).toEqual({})
  git('remote', 'add', 'fork', 'https://example.org/other/fork')
  git('remote', 'add', 'origin', 'git@example.org:acme/tool.git')
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x')
  git('worktree', 'add', '-q', '../side', '-b', 'side')
  const home = { host: 'example.org', owner: 'acme', name: 'tool' }
  expect(readRepository(join(root, 'main'))).toEqual({ home })
  mkdirSync(join(root, 'side', 'deep'))
  expect(readRepository(join(root, 'side', 'deep'))).toEqual({ worktree: 'side', home })
  expect(readRepository(join(root, 'none'))).toBeUndefined()
  // Credentials in the address stay where they are.
  writeFileSync(
    join(root, 'main', '.git', 'config'),
    '[remote "origin"]\n\turl = "https://u:p@h.org/a/b"\n[x]\n',
  )
  expect(readRepository(join(root, 'main'))).toEqual({ home: { host: 'h.org', owner: 'a', name: 'b' } })
})
