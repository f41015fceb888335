import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createBranchReader } from './system-port.ts'

test('a change of branch shows after a moment, without a look at the disk in between', async () => {
  await using tmp = tmpDir()
  const head = join(tmp.path, '.git', 'HEAD')
  mkdirSync(join(tmp.path, '.git'))
  writeFileSync(head, 'ref: refs/heads/main\n')
  let now = 0
  const branch = createBranchReader(tmp.path, () => now)
  expect(branch()).toBe('main')
  writeFileSync(head, 'ref: refs/heads/topic\n')
  now = 500
  expect(branch()).toBe('main')
  now = 1000
  expect(branch()).toBe('topic')
})

test('a worktree has a branch of its own, and outside of git there is none', async () => {
  await using tmp = tmpDir()
  const own = join(tmp.path, 'main', '.git', 'worktrees', 'tree')
  mkdirSync(own, { recursive: true })
  mkdirSync(join(tmp.path, 'tree'))
  writeFileSync(join(own, 'HEAD'), 'ref: refs/heads/feature/x\n')
  writeFileSync(join(tmp.path, 'tree', '.git'), `gitdir: ${own}\n`)
  let now = 0
  const branch = createBranchReader(join(tmp.path, 'tree'), () => now)
  expect(branch()).toBe('feature/x')
  rmSync(join(tmp.path, 'tree', '.git'))
  now = 5000
  expect(branch()).toBeUndefined()
})
