import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGit } from '../../../test/support/needs-program.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findGitRisk } from './git-risk.ts'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'ignore' })

test.skipIf(!hasGit())(
  'a repository within the repository makes git queries a risk, a plain one does not',
  async () => {
    await using tmp = tmpDir()
    git(tmp.path, 'init')
    writeFileSync(join(tmp.path, 'a'), 'a')
    git(tmp.path, 'add', '.')
    git(tmp.path, 'commit', '-m', 'one')
    expect(findGitRisk(tmp.path)).toBeUndefined()
    git(tmp.path, 'init', 'sub')
    writeFileSync(join(tmp.path, 'sub', 'b'), 'b')
    git(join(tmp.path, 'sub'), 'add', '.')
    git(join(tmp.path, 'sub'), 'commit', '-m', 'two')
    git(tmp.path, 'add', 'sub')
    expect(findGitRisk(tmp.path)).toBe('the repository may hold other repositories')
  },
)

test.skipIf(!hasGit())(
  'a pipe in the place of the configuration is a risk, and nobody waits for it',
  async () => {
    await using tmp = tmpDir()
    git(tmp.path, 'init')
    rmSync(join(tmp.path, '.git', 'config'))
    execFileSync('mkfifo', [join(tmp.path, '.git', 'config')])
    expect(findGitRisk(tmp.path)).toBeDefined()
  },
)
