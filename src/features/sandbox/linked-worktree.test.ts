import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findLinkedWorktree } from './linked-worktree.ts'

const layOut = (back: (tree: string) => string) => {
  const tmp = tmpDir()
  const tree = join(tmp.path, 'tree')
  const commonDir = join(tmp.path, 'main', '.git')
  const gitDir = join(commonDir, 'worktrees', 'tree')
  mkdirSync(tree)
  mkdirSync(gitDir, { recursive: true })
  writeFileSync(join(tree, '.git'), `gitdir: ${gitDir}\n`)
  writeFileSync(join(gitDir, 'gitdir'), back(tree))
  writeFileSync(join(gitDir, 'commondir'), '../..\n')
  return { tmp, tree, commonDir, gitDir }
}

test('a worktree that its repository knows is found', async () => {
  const { tmp, tree, commonDir, gitDir } = layOut(path => `${path}/.git\n`)
  await using _ = tmp
  expect(findLinkedWorktree(tree)).toEqual({ gitDir, commonDir })
})

test.each([
  ['names another worktree', () => '/elsewhere/.git\n'],
  ['names nothing', () => ''],
])('a repository that %s is not believed', async (_name, back) => {
  const { tmp, tree } = layOut(back)
  await using _ = tmp
  expect(findLinkedWorktree(tree)).toBeUndefined()
})

test.each([
  ['no file', undefined],
  ['a file that points nowhere', 'gitdir: /nowhere\n'],
  ['a file that says something else', 'hello\n'],
])('%s is no worktree', async (_name, text) => {
  await using tmp = tmpDir()
  if (text !== undefined) writeFileSync(join(tmp.path, '.git'), text)
  expect(findLinkedWorktree(tmp.path)).toBeUndefined()
})
