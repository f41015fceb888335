import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Access } from '../../protocol/access.ts'
import type { Decision, Policy } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

const tmp = tmpDir()
const main = join(tmp.path, 'main')
const tree = join(main, '.capstan/worktrees/w')
const permissions = createPermissions()

beforeAll(() => {
  for (const path of ['.git', 'src', '.capstan/worktrees/w/src', '.capstan/worktrees/other'])
    mkdirSync(join(main, path), { recursive: true })
  writeFileSync(join(main, 'a.txt'), '')
  writeFileSync(join(tree, 'a.txt'), '')
  symlinkSync(main, join(tree, 'up'))
  writeFileSync(join(tree, '.git'), 'gitdir: nowhere')
})
afterAll(() => tmp[Symbol.asyncDispose]())

const judge = async (access: Access): Promise<Decision> => {
  const policy: Policy = {
    mode: 'bypassPermissions',
    rules: [],
    cwd: tree,
    roots: [tree],
    home: tmp.path,
    caseSensitive: true,
    keepOut: { root: main, except: tree },
  }
  return await permissions.judge(
    { toolName: access.kind === 'shell' ? 'Bash' : 'Edit', accesses: [access] },
    policy,
  )
}
const shell = (command: string): Access => ({ kind: 'shell', command: command.replaceAll('MAIN', main) })

test.each(['../../../a.txt', 'MAIN/a.txt', 'up/a.txt', 'MAIN/new/deep.txt', '../other/a.txt'])(
  'from a worktree %s is not written, in any mode',
  async path => {
    const { verdict, because } = await judge({ kind: 'write', path: path.replaceAll('MAIN', main) })
    expect([verdict, because.text]).toEqual([
      'deny',
      expect.stringContaining('This would change the main checkout'),
    ])
  },
)

test.each([
  'git -C ../../.. commit -am x',
  'git -C MAIN checkout other',
  'git --git-dir=MAIN/.git commit -m x',
  'git --work-tree=MAIN checkout -- .',
  'git --work-tree MAIN checkout -- .',
  'GIT_DIR=MAIN/.git git commit -m x',
  'GIT_WORK_TREE=MAIN git checkout -- .',
  'cd ../../.. && git commit -am x',
  'cd MAIN && npm test',
  'echo x > MAIN/a.txt',
  'echo x >> ../../../a.txt',
  'rm up/a.txt',
  'cp a.txt MAIN/src/',
  'mv a.txt ../../../a.txt',
  'sed -i s/a/b/ MAIN/a.txt',
  'env git -C MAIN reset --hard',
  'bash -c "git -C MAIN reset --hard"',
  'git worktree remove ../other',
])('from a worktree %j is refused', async command => {
  const { verdict, because } = await judge(shell(command))
  expect([verdict, because.text]).toEqual([
    'deny',
    expect.stringContaining('Make the change in the worktree'),
  ])
})

test.each([
  'git commit -am x',
  'git -C . status',
  'git -C MAIN log --oneline',
  'cat MAIN/a.txt',
  'diff MAIN/a.txt a.txt',
  'echo x > a.txt',
  'git -C src commit -am x',
  'npm test',
  'cp MAIN/a.txt b.txt',
])('from a worktree %j runs', async command => {
  expect((await judge(shell(command))).verdict).toBe('allow')
})

test('files of the worktree itself are written', async () => {
  expect((await judge({ kind: 'write', path: 'src/new.txt' })).verdict).toBe('allow')
})
