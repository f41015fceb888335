import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { initRepository } from '../../../test/support/git-repository.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { startGitReader } from './git-snapshot.ts'

const world = () => {
  const tmp = tmpDir()
  const root = realpathSync(tmp.path)
  const dir = join(root, 'repo')
  mkdirSync(dir)
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, env, stdio: 'pipe' })
  return Object.assign(tmp, {
    root,
    dir,
    git,
    init() {
      initRepository(dir)
      appendFileSync(join(dir, '.git/config'), '[user]\n\tname = Ada L\n\temail = ada@example.org\n')
    },
    write: (name: string, text: string) => writeFileSync(join(dir, name), text),
    commit(subject: string) {
      git('add', '-A')
      git('commit', '-q', '--allow-empty', '-m', subject)
    },
    read: (cwd = dir, trusted = true) => startGitReader({ cwd, trusted }, { env, roots: () => [dir] }),
  })
}

test('names that are not ASCII are told as they are', async () => {
  await using at = world()
  at.init()
  at.commit('开始')
  at.write('购物车.js', 'x')
  expect(await at.read()()).toMatchObject({ status: ['?? 购物车.js'] })
})

test('branch, main branch, user, changes and the last five commits are read', async () => {
  await using at = world()
  at.init()
  for (let n = 1; n <= 6; n++) at.commit(`change ${n}`)
  at.git('checkout', '-q', '-b', 'feature/x')
  at.write('new.txt', 'x')
  const snapshot = await at.read()()
  expect(snapshot).toMatchObject({
    branch: 'feature/x',
    mainBranch: 'main',
    user: 'Ada L',
    status: ['?? new.txt'],
  })
  expect(snapshot?.commits?.map(line => line.replace(/^[0-9a-f]+ /, ''))).toEqual([
    'change 6',
    'change 5',
    'change 4',
    'change 3',
    'change 2',
  ])
})

test('the first reading is that of the start, a later one is made anew', async () => {
  await using at = world()
  at.init()
  at.commit('one')
  const read = at.read()
  const first = await read()
  at.write('later.txt', 'x')
  expect(first?.status).toEqual([])
  expect((await read())?.status).toEqual(['?? later.txt'])
})

test('a new repository has a branch and no commits', async () => {
  await using at = world()
  at.init()
  expect(await at.read()()).toMatchObject({ branch: 'main', mainBranch: undefined, status: [], commits: [] })
})

test('outside of a repository there is nothing to tell', async () => {
  await using at = world()
  expect(await at.read()()).toBeUndefined()
})

test('the main branch is the one the origin names', async () => {
  await using at = world()
  at.init()
  at.commit('one')
  mkdirSync(join(at.dir, '.git/refs/remotes/origin'), { recursive: true })
  at.write('.git/refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk\n')
  expect((await at.read()())?.mainBranch).toBe('trunk')
})

test('a packed branch is found', async () => {
  await using at = world()
  at.init()
  at.commit('one')
  at.git('checkout', '-q', '-b', 'feature')
  at.git('pack-refs', '--all')
  expect((await at.read()())?.mainBranch).toBe('main')
})

test('a filter that the repository brings is not run: files are not compared then, and the rest is told', async () => {
  await using at = world()
  at.init()
  at.write('a.txt', 'one')
  at.commit('one')
  const trap = join(at.root, 'trap.sh')
  writeFileSync(trap, `#!/bin/sh\ntouch ${join(at.root, 'sprung')}\ncat\n`)
  chmodSync(trap, 0o755)
  at.git('config', 'filter.evil.clean', trap)
  at.git('config', 'core.fsmonitor', trap)
  at.write('.gitattributes', '* filter=evil\n')
  at.write('a.txt', 'two')
  expect(await at.read()()).toMatchObject({ branch: 'main', user: 'Ada L', status: undefined })
  expect(existsSync(join(at.root, 'sprung'))).toBe(false)
})

/** Whatever of a repository's settings names a program, with what else it needs. It is asked outside of any sandbox. */
const PROGRAM_SETTINGS: readonly string[] = [
  ...['core.fsmonitor', 'core.pager', 'core.editor', 'core.sshCommand', 'core.askPass', 'core.gitProxy'],
  ...['core.alternateRefsCommand', 'pager.status', 'pager.log', 'diff.external', 'diff.evil.command'],
  ...['diff.evil.textconv', 'filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'gpg.program'],
  ...['gpg.ssh.program', 'merge.evil.driver', 'credential.helper', 'sequence.editor', 'hook.x.command'],
  ...['interactive.diffFilter', 'trailer.x.cmd', 'gc.recentObjectsHook', 'uploadpack.packObjectsHook'],
  ...['alias.status', 'alias.log', 'alias.branch', 'alias.config'],
]

test.each([...PROGRAM_SETTINGS, 'core.hooksPath', 'all of them'])(
  'the first look at a trusted repository starts nothing that %s names',
  async name => {
    await using at = world()
    at.init()
    at.write('a.txt', 'one')
    at.commit('one')
    const trap = join(at.root, 'trap.sh')
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(at.root, 'sprung')}\ncat\n`)
    chmodSync(trap, 0o755)
    const hooks = join(at.dir, 'hooks')
    mkdirSync(hooks)
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'pre-auto-gc'])
      for (const directory of [hooks, join(at.dir, '.git/hooks')]) {
        mkdirSync(directory, { recursive: true })
        copyFileSync(trap, join(directory, hook))
      }
    at.write('.gitattributes', '* filter=evil diff=evil merge=evil\n')
    at.write('a.txt', 'two')
    const names = name === 'all of them' ? [...PROGRAM_SETTINGS, 'core.hooksPath'] : [name]
    for (const one of names) {
      const value = one === 'core.hooksPath' ? hooks : one.startsWith('alias.') ? `!${trap}` : trap
      execFileSync('git', ['config', '--file', join(at.dir, '.git/config'), one, value])
    }
    appendFileSync(
      join(at.dir, '.git/config'),
      '[log]\n\tshowSignature = true\n[hook "x"]\n\tevent = post-index-change\n',
    )
    rmSync(join(at.root, 'sprung'), { force: true })
    expect(await at.read()()).toMatchObject({ branch: 'main' })
    expect(existsSync(join(at.root, 'sprung'))).toBe(false)
  },
)

test('a linked worktree knows its main checkout, and is read like any other', async () => {
  await using at = world()
  at.init()
  at.commit('one')
  const linked = join(at.root, 'linked')
  at.git('worktree', 'add', '-q', '-b', 'side', linked)
  expect(findCheckout(linked)).toEqual({ root: linked, main: at.dir })
  expect(await at.read(linked)()).toMatchObject({ branch: 'side', mainBranch: 'main', status: [] })
})

test('in a folder nobody was asked about an ordinary repository tells its status, one with programs does not', async () => {
  await using at = world()
  at.init()
  at.commit('one')
  at.write('new.txt', 'x')
  expect(await at.read(at.dir, false)()).toMatchObject({ branch: 'main', status: ['?? new.txt'] })
  at.git('config', 'core.hooksPath', '.husky')
  const wary = await at.read(at.dir, false)()
  expect(wary).toMatchObject({ branch: 'main', status: undefined })
  expect(wary?.commits).toHaveLength(1)
})

test.each([true, false])('a submodule tells its status; trusted: %s', async trusted => {
  await using at = world()
  at.init()
  at.commit('one')
  const outer = join(at.root, 'outer')
  mkdirSync(outer)
  initRepository(outer)
  const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at.dir, 'inner']
  execFileSync('git', add, { cwd: outer, env: { ...process.env, HOME: at.root }, stdio: 'pipe' })
  const inner = join(outer, 'inner')
  writeFileSync(join(inner, 'new.txt'), 'x')
  expect(await at.read(inner, trusted)()).toMatchObject({ branch: 'main', status: ['?? new.txt'] })
})

test('of a repository that a folder only points to, nothing but the branch is told before the folder is trusted', async () => {
  await using at = world()
  at.init()
  at.commit('a secret plan')
  const trap = join(at.root, 'trap')
  mkdirSync(trap)
  writeFileSync(join(trap, '.git'), `gitdir: ${at.dir}/.git\n`)
  expect(await at.read(trap, false)()).toMatchObject({ status: undefined, commits: undefined })
})
