import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createChangeGit } from '../../src/features/git/change-git.ts'
import { createWorktree, type WorktreeOptions } from '../../src/features/worktrees/create-worktree.ts'
import type { WorktreeDeps } from '../../src/features/worktrees/deps.ts'
import { mergeWorktree } from '../../src/features/worktrees/merge-worktree.ts'
import { finishWorktree } from '../../src/features/worktrees/open-worktree.ts'
import { lockReason } from '../../src/features/worktrees/owner-lock.ts'
import { removeWorktree } from '../../src/features/worktrees/remove-worktree.ts'
import { sweepWorktrees } from '../../src/features/worktrees/sweep.ts'
import { slugOf } from '../../src/features/worktrees/worktree-name.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { gitRepository } from '../support/git-repository.ts'

const open = (files?: Readonly<Record<string, string>>, { trusted = true } = {}) => {
  const repository = gitRepository(files)
  let ids = 0
  const deps: WorktreeDeps = {
    git: createChangeGit({ env: repository.env, roots: () => [repository.root], trusted: () => trusted }),
    now: () => new Date(),
    newId: () => `id${ids++}`,
    owner: thisProcess(),
  }
  const create = (wish: Partial<WorktreeOptions> = {}) =>
    createWorktree({ name: 'w', cwd: repository.root, settings: {}, ...wish }, deps)
  return { ...repository, deps, create, [Symbol.asyncDispose]: repository[Symbol.asyncDispose] }
}
type At = ReturnType<typeof open>
type Tree = Awaited<ReturnType<At['create']>>
const salvages = (at: At): readonly string[] =>
  at.git('for-each-ref', '--format=%(refname)', 'refs/capstan/salvage/').split('\n').filter(Boolean)

test('a worktree is a locked checkout on its own branch that the main checkout does not see', async () => {
  await using at = open()
  const tree = await at.create({ name: 'fix/login' })
  expect(tree).toMatchObject({
    path: join(at.root, '.capstan/worktrees/fix+login'),
    branch: 'worktree-fix+login',
  })
  expect(at.gitIn(tree.path, 'branch', '--show-current')).toBe(tree.branch)
  expect(at.git('status', '--porcelain', '-uall')).toBe('')
  expect(readFileSync(join(at.root, '.git/info/exclude'), 'utf8')).toContain('/.capstan/worktrees\n')
  expect(at.git('worktree', 'list', '--porcelain')).toContain(`locked ${lockReason(at.deps.owner)}`)
})

test('worktrees lie where the project keeps its settings, and both places are known', async () => {
  await using at = open({ '.claude/settings.json': '{}' })
  const { path } = await at.create()
  expect(path).toBe(join(at.root, '.claude/worktrees/w'))
  await finishWorktree(await at.create({ name: 'v' }), at.deps)
  // From inside a worktree the next one is made beside it, not in it.
  expect((await at.create({ name: 'u', cwd: path })).path).toBe(join(at.root, '.claude/worktrees/u'))
})

test.each([['..'], ['a/../b'], ['-x'], ['a b'], ['x.lock'], [''], ['a'.repeat(65)], ['/a']])(
  '%j is refused as a name',
  name => {
    expect(() => slugOf(name)).toThrow(/cannot be the name/)
  },
)

test('it begins with the default branch of the remote, or with what is checked out', async () => {
  await using at = open()
  const first = at.git('rev-parse', 'HEAD')
  at.git('update-ref', 'refs/remotes/origin/main', first)
  at.git('commit', '-q', '--allow-empty', '-m', 'second')
  const head = (tree: Tree) => at.gitIn(tree.path, 'rev-parse', 'HEAD')
  expect(head(await at.create())).toBe(first)
  expect(head(await at.create({ name: 'b', settings: { baseRef: 'head' } }))).toBe(
    at.git('rev-parse', 'HEAD'),
  )
  expect(head(await at.create({ name: 'c', baseRef: 'head' }))).not.toBe(first)
})

test('ignored files that .worktreeinclude names are copied, directories of settings are linked', async () => {
  await using at = open({
    '.gitignore': '.env\nnode_modules/\nlogs/\n',
    '.worktreeinclude': '# mine\n.env\n*.txt\n',
    'a.txt': 'a',
  })
  at.write(join(at.root, '.env'), 'KEY=1')
  at.write(join(at.root, 'logs/x.log'), 'x')
  at.write(join(at.root, 'loose.txt'), 'not ignored')
  at.write(join(at.root, 'node_modules/m/index.js'), '')
  const tree = await at.create({
    settings: { symlinkDirectories: ['node_modules', '../..', '/etc', 'absent'] },
  })
  expect(readFileSync(join(tree.path, '.env'), 'utf8')).toBe('KEY=1')
  expect(existsSync(join(tree.path, 'logs'))).toBe(false)
  expect(existsSync(join(tree.path, 'loose.txt'))).toBe(false)
  expect(lstatSync(join(tree.path, 'node_modules')).isSymbolicLink()).toBe(true)
  expect(at.gitIn(tree.path, 'status', '--porcelain', '-uall')).toBe('')
  // What was brought is no reason to keep it, and goes without what it leads to.
  expect(await finishWorktree(tree, at.deps)).toMatchObject({ kept: false })
  expect(existsSync(tree.path)).toBe(false)
  expect(existsSync(join(at.root, 'node_modules/m/index.js'))).toBe(true)
})

test('only some directories are checked out when settings say so', async () => {
  await using at = open({ 'a/x': '1', 'b/y': '2', top: '3' })
  const { path } = await at.create({ settings: { sparsePaths: ['a'] } })
  expect([existsSync(join(path, 'a/x')), existsSync(join(path, 'b')), existsSync(join(path, 'top'))]).toEqual(
    [true, false, true],
  )
  expect(await removeWorktree({ main: at.root, slug: 'w' }, at.deps)).toMatchObject({ kept: false })
})

test('one that is there is taken up again, unless somebody else works in it', async () => {
  await using at = open()
  const first = await at.create()
  at.write(join(first.path, 'new'), 'x')
  expect(await at.create()).toMatchObject({ path: first.path, reused: true })
  const other = { ...at.deps, owner: { ...at.deps.owner, pid: 1, started: '' } }
  await expect(createWorktree({ name: 'w', cwd: at.root, settings: {} }, other)).rejects.toThrow(
    new RegExp(`in use by process ${process.pid}`),
  )
})

test('a hostile repository runs nothing before it is trusted', async () => {
  await using at = open({ '.gitattributes': '* filter=evil\n', a: 'a' }, { trusted: false })
  const mark = join(at.home, 'trapped')
  at.write(join(at.root, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${mark}\n`)
  at.gitIn(at.root, 'config', 'filter.evil.smudge', `touch ${mark}; cat`)
  await expect(at.create()).rejects.toThrow(/not trusted.*filter\.evil\.smudge/)
  at.git('config', '--unset', 'filter.evil.smudge')
  at.gitIn(at.root, 'config', 'core.fsmonitor', `touch ${mark}`)
  await expect(at.create()).rejects.toThrow(/core\.fsmonitor/)
  expect(existsSync(mark)).toBe(false)
})

test('hooks of a repository nobody trusts do not run when a worktree is made', async () => {
  await using at = open(undefined, { trusted: false })
  const mark = join(at.home, 'trapped')
  at.write(join(at.root, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${mark}\n`)
  at.gitIn(at.root, 'config', '--local', 'core.filemode', 'true')
  const { chmodSync } = await import('node:fs')
  chmodSync(join(at.root, '.git/hooks/post-checkout'), 0o755)
  await at.create()
  expect(existsSync(mark)).toBe(false)
})

test('a link in the place of the settings folder is not followed', async () => {
  await using at = open()
  symlinkSync(at.home, join(at.root, '.capstan'))
  await expect(at.create()).rejects.toThrow(/is a link/)
})

const SITUATIONS: Readonly<Record<string, (at: At, tree: Tree) => unknown>> = {
  'new file': (at, { path }) => at.write(join(path, 'deep/new.txt'), 'mine'),
  'changed file': (at, { path }) => at.write(join(path, 'a.txt'), 'mine'),
  'ignored file': (at, { path }) => at.write(join(path, 'out/x.log'), 'mine'),
  commit: (at, { path }) => at.gitIn(path, 'commit', '-qm', 'x', '--allow-empty'),
  stash: (at, { path }) => {
    at.write(join(path, 'a.txt'), 'mine')
    at.gitIn(path, 'stash')
  },
  'commit that no branch has': (at, { path }) => {
    at.gitIn(path, 'commit', '-qm', 'x', '--allow-empty')
    at.gitIn(path, 'reset', '-q', '--hard', 'HEAD~1')
  },
  'commit ': (at, { path }) => {
    at.gitIn(path, 'checkout', '-q', '--detach')
    at.gitIn(path, 'commit', '-qm', 'x', '--allow-empty')
  },
  'unfinished rebase': (at, { path }) => {
    at.gitIn(path, 'commit', '-qm', 'x', '--allow-empty')
    expect(() => at.gitIn(path, 'rebase', '-q', '--exec', 'false', 'HEAD~1')).toThrow()
  },
  'changed file ': (at, { path }) => {
    at.write(join(path, 'a.txt'), 'staged')
    at.gitIn(path, 'add', 'a.txt')
    at.write(join(path, 'a.txt'), 'one\n')
  },
  'a repository within it': (at, { path }) => {
    at.gitIn(path, 'init', '-q', 'inner')
    at.write(join(path, 'inner/f'), 'mine')
  },
  'told to overlook': (at, { path }) => {
    at.gitIn(path, 'update-index', '--assume-unchanged', 'a.txt')
    at.write(join(path, 'a.txt'), 'mine')
  },
}

test('clean-up keeps and tells of whatever is nowhere else', async () => {
  await using at = open({ 'a.txt': 'one\n', '.gitignore': 'out/\n' })
  const ends = Object.entries(SITUATIONS).map(async ([what, prepare], index) => {
    const tree = await at.create({ name: `w${index}` })
    await prepare(at, tree)
    return { what, tree, end: await finishWorktree(tree, at.deps) }
  })
  for (const { what, tree, end } of await Promise.all(ends)) {
    expect(end, what).toMatchObject({ kept: true, path: tree.path })
    expect(end.reason).toContain(what.trim())
    expect(end.reason).toContain(`capstan worktrees merge ${tree.name}`)
  }
  expect(at.git('worktree', 'list', '--porcelain')).not.toContain('locked')
})

test('a submodule that was checked out is kept', async () => {
  await using at = open()
  await using inner = gitRepository()
  at.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub')
  at.git('commit', '-qm', 'sub')
  const tree = await at.create()
  at.gitIn(tree.path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init')
  expect(await finishWorktree(tree, at.deps)).toMatchObject({ kept: true })
  expect(await removeWorktree({ main: at.root, slug: 'w', discard: true }, at.deps)).toMatchObject({
    kept: true,
  })
})

test('a worktree that somebody locked, or that a process is in, is kept', async () => {
  await using at = open()
  const tree = await at.create()
  const child = spawn('sleep', ['60'], { cwd: tree.path, stdio: 'ignore' })
  try {
    expect((await finishWorktree(tree, at.deps)).reason).toContain(`a running process (sleep, ${child.pid})`)
    expect(await removeWorktree({ main: at.root, slug: 'w', discard: true }, at.deps)).toMatchObject({
      kept: true,
    })
  } finally {
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  at.git('worktree', 'lock', '--reason', 'on a stick', tree.path)
  expect((await removeWorktree({ main: at.root, slug: 'w' }, at.deps)).reason).toContain('on a stick')
  at.git('worktree', 'unlock', tree.path)
  expect(await removeWorktree({ main: at.root, slug: 'w' }, at.deps)).toMatchObject({ kept: false })
})

test('an unchanged worktree goes with its branch, and a ref still holds its commit', async () => {
  await using at = open()
  const tree = await at.create()
  expect(await finishWorktree(tree, at.deps)).toEqual({
    kept: false,
    path: tree.path,
    branch: tree.branch,
    reason: '',
  })
  expect(existsSync(tree.path)).toBe(false)
  expect(at.git('branch', '--list', 'worktree-*')).toBe('')
  expect(salvages(at)).toHaveLength(1)
  expect(at.git('rev-parse', salvages(at)[0] ?? '')).toBe(at.git('rev-parse', 'HEAD'))
})

test('what is discarded can be brought back: commits, staged and unstaged changes, new and ignored files', async () => {
  await using at = open({ 'a.txt': 'one\n', '.gitignore': 'out/\n' })
  const tree = await at.create()
  at.gitIn(tree.path, 'commit', '-qm', 'lost', '--allow-empty')
  const lost = at.gitIn(tree.path, 'rev-parse', 'HEAD')
  at.gitIn(tree.path, 'reset', '-q', '--hard', 'HEAD~1')
  at.gitIn(tree.path, 'commit', '-qm', 'made', '--allow-empty')
  const made = at.gitIn(tree.path, 'rev-parse', 'HEAD')
  at.write(join(tree.path, 'a.txt'), 'staged')
  at.gitIn(tree.path, 'add', 'a.txt')
  at.write(join(tree.path, 'a.txt'), 'unstaged')
  at.write(join(tree.path, 'new'), 'new')
  at.write(join(tree.path, 'out/log'), 'ignored')
  const end = await removeWorktree({ main: at.root, slug: 'w', discard: true }, at.deps)
  expect(end).toMatchObject({ kept: false })
  expect(existsSync(tree.path)).toBe(false)
  const ref = end.salvage ?? ''
  const show = (name: string) => at.git('show', `${ref}:${name}`)
  expect([show('a.txt'), show('new'), show('out/log')]).toEqual(['unstaged', 'new', 'ignored'])
  const parents = at.git('log', '-1', '--format=%P', ref).split(' ')
  expect(parents).toContain(made)
  expect(parents).toContain(lost)
  expect(at.git('show', `${parents[1]}:a.txt`)).toBe('staged')
})

test('ignored files that are too large for a copy keep a worktree from being discarded', async () => {
  await using at = open({ '.gitignore': 'big\n' })
  const tree = await at.create()
  at.write(join(tree.path, 'big'), 'x'.repeat(21 * 1024 * 1024))
  const end = await removeWorktree({ main: at.root, slug: 'w', discard: true }, at.deps)
  expect(end).toMatchObject({ kept: true, reason: expect.stringContaining('too large') })
  expect(existsSync(join(tree.path, 'big'))).toBe(true)
})

test('work that a branch or a remote has by now is no reason to keep a worktree', async () => {
  await using at = open()
  const tree = await at.create()
  at.gitIn(tree.path, 'commit', '-qm', 'x', '--allow-empty')
  at.git('update-ref', 'refs/remotes/origin/worktree-w', at.gitIn(tree.path, 'rev-parse', 'HEAD'))
  expect(await finishWorktree(tree, at.deps)).toMatchObject({ kept: false })
})

test('the start of a session removes what dead processes left clean, and nothing else', async () => {
  await using at = open()
  const gone = { ...at.deps, owner: { ...at.deps.owner, started: '1' } }
  const make = (name: string, agentId?: string) =>
    createWorktree({ name, cwd: at.root, settings: {}, ...(agentId ? { agentId } : {}) }, gone)
  await make('clean', 'a1')
  const changed = await make('changed', 'a2')
  at.write(join(changed.path, 'new'), 'x')
  await make('named')
  await at.create({ name: 'alive', agentId: 'a3' })
  // Killed in the middle of a removal: it was put aside, and everything in it is under a ref.
  at.write(join(at.root, '.capstan/worktrees/.removed-x-1/f'), 'x')
  expect(await sweepWorktrees(at.root, at.deps)).toEqual(['clean'])
  const left = ['clean', 'changed', 'named', 'alive', '.removed-x-1'].filter(name =>
    existsSync(join(at.root, '.capstan/worktrees', name)),
  )
  expect(left).toEqual(['changed', 'named', 'alive'])
  // A copy of what a branch has anyway does not stay.
  expect(salvages(at)).toEqual([])
})

test('a directory that was deleted by hand leaves no trace, and its branch stays if it has work', async () => {
  await using at = open()
  const tree = await at.create()
  at.gitIn(tree.path, 'commit', '-qm', 'x', '--allow-empty')
  rmSync(tree.path, { recursive: true })
  expect(await finishWorktree(tree, at.deps)).toMatchObject({ kept: false })
  expect(at.git('branch', '--list', 'worktree-w')).toContain('worktree-w')
  expect((await at.create()).branch).toBe('worktree-w')
})

test('a merge has three outcomes: in, nothing to do, or a conflict that changes nothing', async () => {
  await using at = open({ 'a.txt': 'one\n', 'b.txt': 'b\n' })
  const merge = (slug: string) => mergeWorktree({ main: at.root, slug, waitMs: 0 }, at.deps)
  const [clean, conflict] = [await at.create({ name: 'clean' }), await at.create({ name: 'conflict' })]
  expect(await merge('clean')).toEqual({ kind: 'nothing', into: 'main' })
  // Neither staged nor committed: an agent need not know git.
  at.write(join(clean.path, 'new.txt'), 'new')
  at.write(join(clean.path, 'a.txt'), 'two\n')
  at.write(join(conflict.path, 'a.txt'), 'three\n')
  expect(await merge('clean')).toMatchObject({ kind: 'merged', into: 'main', commits: 1 })
  expect(readFileSync(join(at.root, 'a.txt'), 'utf8')).toBe('two\n')
  expect(readFileSync(join(at.root, 'new.txt'), 'utf8')).toBe('new')
  const before = at.git('rev-parse', 'HEAD')
  const end = await merge('conflict')
  expect(end).toMatchObject({ kind: 'conflict', into: 'main', files: ['a.txt'] })
  expect([at.git('rev-parse', 'HEAD'), at.git('status', '--porcelain')]).toEqual([before, ''])
  expect(existsSync(join(at.root, '.git/MERGE_HEAD'))).toBe(false)
  // Before each there is a copy of how the worktree was.
  const copy = end.kind === 'conflict' ? end.salvage : ''
  expect(at.git('show', `${copy}:a.txt`)).toBe('three')
  expect(await finishWorktree(clean, at.deps)).toMatchObject({ kept: false })
})

test.each<[string, (at: At) => unknown, RegExp]>([
  ['changes of yours', at => at.write(join(at.root, 'a.txt'), 'mine'), /uncommitted changes \(a\.txt\)/],
  ['no branch', at => at.git('checkout', '-q', '--detach'), /is not on a branch/],
  [
    'a new file in the way',
    at => at.write(join(at.root, 'new.txt'), 'mine'),
    /nothing was changed: .*new\.txt/s,
  ],
])('a merge refuses with words where the main checkout has %s', async (_name, prepare, words) => {
  await using at = open()
  const tree = await at.create()
  at.write(join(tree.path, 'new.txt'), 'theirs')
  at.write(join(tree.path, 'a.txt'), 'theirs')
  await prepare(at)
  const before = ['a.txt', 'new.txt'].map(
    name => existsSync(join(at.root, name)) && readFileSync(join(at.root, name), 'utf8'),
  )
  await expect(mergeWorktree({ main: at.root, slug: 'w' }, at.deps)).rejects.toThrow(words)
  const after = ['a.txt', 'new.txt'].map(
    name => existsSync(join(at.root, name)) && readFileSync(join(at.root, name), 'utf8'),
  )
  expect(after).toEqual(before)
})

test('merges are made one after the other', async () => {
  await using at = open()
  const trees = [
    await at.create({ name: 'x' }),
    await at.create({ name: 'y' }),
    await at.create({ name: 'z' }),
  ]
  for (const tree of trees) at.write(join(tree.path, `${tree.name}.txt`), 'new')
  const ends = await Promise.all(
    trees.map(({ name }) => mergeWorktree({ main: at.root, slug: name }, at.deps)),
  )
  expect(ends.map(({ kind }) => kind)).toEqual(['merged', 'merged', 'merged'])
  expect(trees.every(({ name }) => existsSync(join(at.root, `${name}.txt`)))).toBe(true)
})
