import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasGit } from '../../../test/support/needs-program.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { findTrustRoot } from './find-trust-root.ts'

const GIT = hasGit()
const git = (cwd: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'ignore' })
}

const makeWorld = () => {
  const tmp = tmpDir()
  const at = (...names: readonly string[]): string => {
    const path = join(tmp.path, ...names)
    mkdirSync(path, { recursive: true })
    return path
  }
  const put = (name: string, text: string): void => {
    at(dirname(name))
    writeFileSync(join(tmp.path, name), text)
  }
  return {
    at,
    put,
    home: at('home/user'),
    path: tmp.path,
    root: (name: string) => findTrustRoot(realpathSync.native(at(name)), at('home/user')),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test('a repository is trusted as a whole, anything else by itself', async () => {
  await using world = makeWorld()
  world.at('repo/.git')
  world.at('repo/a/b')
  world.at('plain/sub')
  const repo = { path: join(world.path, 'repo'), lasting: true, repository: true }
  expect(world.root('repo')).toEqual(repo)
  expect(world.root('repo/a/b')).toEqual(repo)
  for (const name of ['plain', 'plain/sub'])
    expect(world.root(name)).toEqual({ path: join(world.path, name), lasting: true, repository: false })
})

test('a repository within a repository has a root of its own, whatever its .git is', async () => {
  await using world = makeWorld()
  world.at('repo/.git')
  world.at('repo/vendor/one/.git')
  world.put('repo/vendor/two/.git', 'gitdir: ../../.git/modules/two\n')
  world.at('repo/vendor/three')
  symlinkSync('../../.git', join(world.path, 'repo/vendor/three/.git'))
  for (const name of ['one', 'two', 'three'])
    expect(world.root(`repo/vendor/${name}`).path).toBe(join(world.path, 'repo/vendor', name))
})

test('what a package manager put into a repository is not trusted with it', async () => {
  await using world = makeWorld()
  world.at('repo/.git')
  expect(world.root('repo/node_modules/evil')).toEqual({
    path: join(world.path, 'repo/node_modules/evil'),
    lasting: true,
    repository: false,
  })
})

test('the home directory and what is above it last no longer than a session', async () => {
  await using world = makeWorld()
  for (const name of ['home/user', 'home', '.']) expect(world.root(name).lasting).toBe(false)
  expect(findTrustRoot('/', world.home).lasting).toBe(false)
  expect(world.root('home/user/project').lasting).toBe(true)
  expect(world.root('home/user2')).toEqual({
    path: join(world.path, 'home/user2'),
    lasting: true,
    repository: false,
  })
})

test('a home directory under version control makes no project of what is in it', async () => {
  await using world = makeWorld()
  world.at('home/user/.git')
  expect(world.root('home/user/downloads/x')).toEqual({
    path: join(world.path, 'home/user/downloads/x'),
    lasting: true,
    repository: false,
  })
})

test('a link to the home directory is the home directory', async () => {
  await using world = makeWorld()
  symlinkSync(world.home, join(world.path, 'link'))
  expect(findTrustRoot(world.home, join(world.path, 'link')).lasting).toBe(false)
})

test.skipIf(!GIT)('a worktree leads to its main checkout', async () => {
  await using world = makeWorld()
  const main = world.at('main')
  git(main, 'init', '-q')
  git(main, 'commit', '-q', '--allow-empty', '-m', 'x')
  git(main, 'worktree', 'add', '-q', '../tree')
  expect(findCheckout(join(world.path, 'tree'))).toEqual({ root: join(world.path, 'tree'), main })
  expect(world.root('tree/sub')).toEqual({ path: main, lasting: true, repository: true })
  renameSync(join(world.path, 'tree'), join(world.path, 'moved'))
  expect(world.root('moved').path).toBe(join(world.path, 'moved'))
})

test.each([
  ['no line that names a directory', 'nonsense'],
  ['a directory that is not there', 'gitdir: ../main/.git/worktrees/gone'],
  ['the repository itself', 'gitdir: ../main/.git'],
  ["another work tree's place", 'gitdir: ../main/.git/worktrees/other'],
  ['a place of its own that names the repository', 'gitdir: fake/worktrees/x'],
  ['a place that only looks like it', 'gitdir: ../main/.git/worktrees/../../../evil/fake/worktrees/x'],
])('a .git file with %s leads nowhere', async (_name, pointer) => {
  await using world = makeWorld()
  world.at('main/.git')
  world.put('main/.git/worktrees/other/gitdir', join(world.path, 'other/.git'))
  world.put('main/.git/worktrees/other/commondir', '../..')
  world.put('evil/fake/worktrees/x/gitdir', join(world.path, 'evil/.git'))
  world.put('evil/fake/worktrees/x/commondir', join(world.path, 'main/.git'))
  world.put('evil/.git', `${pointer}\n`)
  expect(findCheckout(join(world.path, 'evil'))).toEqual({
    root: join(world.path, 'evil'),
    main: join(world.path, 'evil'),
  })
})
