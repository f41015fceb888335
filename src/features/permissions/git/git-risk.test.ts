import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { initRepository } from '../../../../test/support/git-repository.ts'
import { hasGit } from '../../../../test/support/needs-program.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { createGitRisk } from './git-risk.ts'

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'ignore' })
const riskIn = (cwd: string, env = {}): string | undefined =>
  createGitRisk({ env })({ cwd, home: '/nowhere' })?.text
/** Ids of those that stand in a directory; none where the system does not tell. */
const processesIn = (directory: string): readonly string[] =>
  (existsSync('/proc/self/cwd') ? readdirSync('/proc') : []).filter(id => {
    try {
      return readlinkSync(`/proc/${id}/cwd`) === realpathSync(directory)
    } catch {
      return false
    }
  })
const repository = () => {
  const tmp = tmpDir()
  initRepository(tmp.path)
  return tmp
}

test.skipIf(!hasGit())(
  'a repository within the repository makes git queries a risk, a plain one does not',
  async () => {
    await using tmp = repository()
    writeFileSync(join(tmp.path, 'a'), 'a')
    git(tmp.path, 'add', '.')
    git(tmp.path, 'commit', '-m', 'one')
    git(tmp.path, 'remote', 'add', 'origin', 'https://example.org/x')
    expect(riskIn(tmp.path)).toBeUndefined()
    git(tmp.path, 'init', 'sub')
    writeFileSync(join(tmp.path, 'sub', 'b'), 'b')
    git(join(tmp.path, 'sub'), 'add', '.')
    git(join(tmp.path, 'sub'), 'commit', '-m', 'two')
    git(tmp.path, 'add', 'sub')
    expect(riskIn(tmp.path)).toBe('the repository may hold other repositories')
  },
)

test.skipIf(!hasGit())(
  'a pipe in the place of the configuration is a risk, and nobody waits for it',
  async () => {
    await using tmp = repository()
    rmSync(join(tmp.path, '.git', 'config'))
    execFileSync('mkfifo', [join(tmp.path, '.git', 'config')])
    expect(riskIn(tmp.path)).toBeDefined()
  },
)

test.skipIf(!hasGit())(
  'a pipe among what is included is not waited for long, and nothing stays behind',
  async () => {
    await using tmp = repository()
    execFileSync('mkfifo', [join(tmp.path, 'pipe')])
    git(tmp.path, 'config', 'include.path', join(tmp.path, 'pipe'))
    expect(riskIn(tmp.path)).toBeDefined()
    await expect.poll(() => processesIn(tmp.path)).toEqual([])
  },
)

test.skipIf(!hasGit())('a setting that is not known to be harmless is a risk, by name', async () => {
  await using tmp = repository()
  git(tmp.path, 'config', 'some.Thing.new', 'x')
  expect(riskIn(tmp.path)).toBe("the repository's git configuration sets some.Thing.new")
})

test.skipIf(!hasGit())('settings of the person are no risk', async () => {
  await using tmp = repository()
  await using home = tmpDir()
  writeFileSync(
    join(home.path, '.gitconfig'),
    '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n[alias]\n\tst = status\n',
  )
  expect(createGitRisk()({ cwd: tmp.path, home: home.path })).toBeUndefined()
})

test('where there is no repository there is no risk, and in a directory that is not there neither', async () => {
  await using tmp = tmpDir()
  expect([riskIn(tmp.path), riskIn(join(tmp.path, 'gone'))]).toEqual([undefined, undefined])
})

test.skipIf(!hasGit()).each<[string, (dir: string) => void]>([
  ['a file that names no repository', dir => writeFileSync(join(dir, '.git'), 'gitdir: /proc/self/fd/5\n')],
  ['a link', dir => symlinkSync('/proc/self/fd/5', join(dir, '.git'))],
  [
    'a directory that leads elsewhere',
    dir => {
      mkdirSync(join(dir, '.git'))
      writeFileSync(join(dir, '.git/HEAD'), 'ref: refs/heads/main\n')
      writeFileSync(join(dir, '.git/commondir'), '/proc/self/fd/5\n')
    },
  ],
])('a .git that git refuses now and may take later is a risk: %s', async (_, make) => {
  await using tmp = tmpDir()
  make(tmp.path)
  expect(riskIn(tmp.path)).toBeDefined()
})

test.skipIf(!hasGit())('settings of what is no repository yet count as if it were one', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, '.git'))
  writeFileSync(join(tmp.path, '.git/config'), '[core]\n\tbare = false\n')
  expect(riskIn(tmp.path)).toBeUndefined()
  writeFileSync(join(tmp.path, '.git/config'), '[core]\n\tfsmonitor = evil\n')
  expect(riskIn(tmp.path)).toContain('core.fsmonitor')
  writeFileSync(join(tmp.path, '.git/config'), '[core')
  expect(riskIn(tmp.path)).toBeDefined()
})

test('a .git without anything in it is none', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, '.git'))
  expect(riskIn(tmp.path)).toBeUndefined()
})

test.skipIf(!hasGit())(
  'a configuration that is a link is a risk: another reading may lead elsewhere',
  async () => {
    await using tmp = repository()
    rmSync(join(tmp.path, '.git/config'))
    symlinkSync('/dev/stdin', join(tmp.path, '.git/config'))
    expect(riskIn(tmp.path)).toBe('config of the repository is not a plain file')
  },
)

test.skipIf(!hasGit())('the repository that the environment names is the one that counts', async () => {
  await using tmp = repository()
  await using other = repository()
  git(other.path, 'config', 'filter.x.clean', 'evil')
  expect(riskIn(tmp.path, { GIT_DIR: join(other.path, '.git') })).toContain('filter.x.clean')
})

test.skipIf(!hasGit())('what is remembered is forgotten when anything of it changes', async () => {
  await using tmp = repository()
  const config = join(tmp.path, '.git/config')
  // Far enough in the future for everything here to be old.
  const risk = createGitRisk({ now: () => Date.now() + 60_000 })
  const ask = (cwd = tmp.path): string | undefined => risk({ cwd, home: '/nowhere' })?.text
  expect([ask(), ask()]).toEqual([undefined, undefined])
  writeFileSync(config, '[filter "x"]\n\tclean = evil\n', { flag: 'a' })
  expect(ask()).toContain('filter.x.clean')
  git(tmp.path, 'config', '--unset', 'filter.x.clean')
  expect([ask(), ask()]).toEqual([undefined, undefined])
  // The same bytes in another file, then other bytes in its place.
  writeFileSync(`${config}.new`, '[core]\n\tbare = false\n[alias]\n\tx = !evil\n')
  renameSync(`${config}.new`, config)
  expect(ask()).toContain('alias.x')
  git(tmp.path, 'config', '--remove-section', 'alias')
  mkdirSync(join(tmp.path, 'sub'))
  expect([ask(join(tmp.path, 'sub')), ask(join(tmp.path, 'sub'))]).toEqual([undefined, undefined])
  git(join(tmp.path, 'sub'), 'init')
  git(join(tmp.path, 'sub'), 'config', 'core.fsmonitor', 'evil')
  expect(ask(join(tmp.path, 'sub'))).toContain('core.fsmonitor')
})
