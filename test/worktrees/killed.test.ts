import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createChangeGit } from '../../src/features/git/change-git.ts'
import { createWorktree } from '../../src/features/worktrees/create-worktree.ts'
import { removeWorktree } from '../../src/features/worktrees/remove-worktree.ts'
import { sweepWorktrees } from '../../src/features/worktrees/sweep.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { bundleProgram, COMPILED } from '../support/bundle-program.ts'
import { gitRepository } from '../support/git-repository.ts'
import { sampleSize } from '../support/sample-size.ts'

let program = ''
beforeAll(async () => {
  program = await bundleProgram('killed-worktree')
})

const open = () => {
  const repository = gitRepository()
  let ids = 0
  const deps = {
    git: createChangeGit({ env: repository.env, roots: () => [repository.root], trusted: () => true }),
    now: () => new Date(),
    newId: () => `id${ids++}`,
    owner: thisProcess(),
  }
  const inProcess = (...args: readonly string[]) =>
    spawnSync(process.execPath, [program, repository.root, ...args], {
      env: { ...repository.env, ...COMPILED, PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
  return { ...repository, deps, inProcess, [Symbol.asyncDispose]: repository[Symbol.asyncDispose] }
}

/** All of them, or a few from beginning to end. */
const points = (count: number): readonly (readonly [string, string])[] => {
  const all = Array.from({ length: count }, (_, at) => String(at + 1)).flatMap(
    at =>
      [
        [at, 'before'],
        [at, 'after'],
      ] as const,
  )
  const some = sampleSize({ usual: 3, full: all.length })
  return all.filter((_, at) => at % Math.ceil(all.length / some) === 0)
}

test('a process that is killed while it makes a worktree leaves nothing that the next start cannot use or remove', async () => {
  await using whole = open()
  const count = Number(whole.inProcess('create').stdout)
  expect(count).toBeGreaterThan(2)
  for (const [at, when] of points(count)) {
    await using one = open()
    expect(one.inProcess('create', at, when).signal).toBe('SIGKILL')
    // Whoever wants the same one gets it whole; nobody else's lock is in the way.
    const tree = await createWorktree({ name: 'w', cwd: one.root, settings: {} }, one.deps)
    expect(existsSync(join(tree.path, 'a.txt'))).toBe(true)
    expect(one.gitIn(tree.path, 'status', '--porcelain')).toBe('')
    expect((await removeWorktree({ main: one.root, slug: 'w' }, one.deps)).kept).toBe(false)
    expect(one.git('worktree', 'list').split('\n')).toHaveLength(1)
  }
})

test('what a process that was killed had begun to make for an agent is swept with the next start', async () => {
  await using one = open()
  // After git has made it, before anything was written about it.
  const count = Number(one.inProcess('create').stdout)
  await using two = open()
  expect(two.inProcess('create', String(count), 'after').signal).toBe('SIGKILL')
  await sweepWorktrees(two.root, two.deps)
  expect(two.git('worktree', 'list').split('\n')).toHaveLength(1)
  expect(two.git('branch', '--list', 'worktree-*')).toBe('')
})

test('a worktree whose directory is gone and whose process is too can be made anew', async () => {
  await using one = open()
  expect(one.inProcess('create').status).toBe(0)
  const path = join(one.root, '.capstan/worktrees/w')
  rmSync(path, { recursive: true })
  // Git keeps its notes about what is locked.
  expect(one.git('worktree', 'list', '--porcelain')).toContain('locked capstan pid')
  await createWorktree({ name: 'w', cwd: one.root, settings: {} }, one.deps)
  expect(existsSync(join(path, 'a.txt'))).toBe(true)
})

test('a process that is killed while it removes a worktree loses nothing of it', async () => {
  const made = async () => {
    const one = open()
    expect(one.inProcess('create').status).toBe(0)
    one.write(join(one.root, '.capstan/worktrees/w/mine.txt'), 'only copy\n')
    return one
  }
  await using whole = await made()
  const count = Number(whole.inProcess('remove').stdout)
  expect(count).toBeGreaterThan(2)
  for (const [at, when] of points(count)) {
    await using one = await made()
    expect(one.inProcess('remove', at, when).signal).toBe('SIGKILL')
    await sweepWorktrees(one.root, one.deps)
    const path = join(one.root, '.capstan/worktrees/w/mine.txt')
    const refs = one.git('for-each-ref', '--format=%(refname)', 'refs/capstan/salvage/').split('\n')
    const saved = refs
      .filter(Boolean)
      .some(ref => one.git('log', '--all', '--format=', '--name-only', ref).includes('mine.txt'))
    expect([at, when, existsSync(path) || saved]).toEqual([at, when, true])
    expect(
      readdirSync(join(one.root, '.capstan/worktrees')).filter(name => name.startsWith('.removed')),
    ).toEqual([])
    // And it can be made anew.
    await createWorktree({ name: 'w', cwd: one.root, settings: {} }, one.deps)
  }
})
