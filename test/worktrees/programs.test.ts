import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createChangeGit } from '../../src/features/git/change-git.ts'
import { createWorktree } from '../../src/features/worktrees/create-worktree.ts'
import type { WorktreeDeps } from '../../src/features/worktrees/deps.ts'
import { mergeWorktree } from '../../src/features/worktrees/merge-worktree.ts'
import { removeWorktree } from '../../src/features/worktrees/remove-worktree.ts'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { gitRepository } from '../support/git-repository.ts'

/** A trusted repository with a program that leaves a mark. */
const open = (mayRun?: WorktreeDeps['mayRun']) => {
  const files = { 'a.txt': 'one\n', 'b.bin': 'pointer\n', '.gitattributes': '*.bin filter=big merge=own\n' }
  const at = gitRepository(files)
  const mark = join(at.home, 'mark')
  const asked: (readonly string[])[] = []
  const ids = Array.from({ length: 100 }, (_, at) => `id${at}`)
  const deps: WorktreeDeps = {
    git: createChangeGit({ env: at.env, roots: () => [at.root], trusted: () => true }),
    now: () => new Date(),
    newId: () => ids.shift() ?? 'last',
    owner: thisProcess(),
    ...(mayRun
      ? {
          mayRun: async (programs: readonly string[]) => {
            asked.push(programs)
            return await mayRun(programs)
          },
        }
      : {}),
  }
  const script = (path: string, more = ''): string => {
    at.write(path, `#!/bin/sh\necho x >> ${mark}\n${more}`)
    chmodSync(path, 0o755)
    return path
  }
  const trap = script(join(at.home, 'trap.sh'), 'cat\n')
  return { ...at, mark, trap, script, asked, deps, ran: () => existsSync(mark) }
}
type At = ReturnType<typeof open>

const HOOKS = [
  ...['post-checkout', 'reference-transaction', 'post-index-change', 'post-commit', 'post-merge'],
  ...['pre-commit', 'commit-msg', 'prepare-commit-msg', 'pre-merge-commit', 'pre-auto-gc'],
]

/** Every way in which settings of a repository make git start something. */
const WAYS: readonly (readonly [string, (at: At) => void])[] = [
  ['.git/hooks', at => HOOKS.forEach(hook => void at.script(join(at.root, '.git/hooks', hook)))],
  [
    'core.hooksPath, absolute',
    at => {
      for (const hook of HOOKS) at.script(join(at.home, 'elsewhere', hook))
      at.git('config', 'core.hooksPath', join(at.home, 'elsewhere'))
    },
  ],
  [
    'core.hooksPath, relative',
    at => {
      for (const hook of HOOKS) at.script(join(at.root, '.githooks', hook))
      at.git('add', '.githooks')
      at.git('commit', '-qm', 'hooks')
      at.git('config', 'core.hooksPath', '.githooks')
    },
  ],
  ...['smudge', 'clean', 'process'].map(
    kind => [`filter.big.${kind}`, (at: At) => at.git('config', `filter.big.${kind}`, at.trap)] as const,
  ),
  [
    'a filter that is required',
    at => {
      at.git('config', 'filter.big.smudge', at.trap)
      at.git('config', 'filter.big.required', 'true')
    },
  ],
  [
    "a filter of the person's own settings",
    at => at.write(join(at.home, '.gitconfig'), `[filter "big"]\n\tsmudge = ${at.trap}\n`),
  ],
  [
    'a filter in a file that is included',
    at => {
      at.write(join(at.home, 'more'), `[filter "big"]\n\tsmudge = ${at.trap}\n`)
      at.git('config', 'include.path', join(at.home, 'more'))
    },
  ],
  [
    'monitor, drivers, editor, pager and signer',
    at => {
      const keys = ['core.fsmonitor', 'merge.own.driver', 'diff.external', 'core.editor', 'core.pager']
      for (const key of [...keys, 'gpg.program']) at.git('config', key, at.trap)
      at.git('config', 'commit.gpgSign', 'true')
    },
  ],
]

test.each(WAYS)('a trusted repository runs nothing of its own in a worktree of ours: %s', async (_, set) => {
  await using at = open()
  set(at)
  // What setting it up has run does not count.
  at.write(at.mark, '')
  const made = await createWorktree({ cwd: at.root, name: 'x', settings: { baseRef: 'head' } }, at.deps)
  expect(readFileSync(join(made.path, 'b.bin'), 'utf8')).toBe('pointer\n')
  at.write(join(made.path, 'a.txt'), 'two\n')
  at.write(join(made.path, 'c.txt'), 'new\n')
  await mergeWorktree({ main: at.root, slug: 'x' }, { ...at.deps, owner: { ...at.deps.owner } })
  await removeWorktree({ main: at.root, slug: 'x', discard: true }, at.deps)
  expect(readFileSync(at.mark, 'utf8')).toBe('')
})

test('what was not run is named, and without anybody to ask the worktree is made', async () => {
  await using at = open()
  at.git('config', 'filter.big.smudge', 'big smudge')
  at.script(join(at.root, '.git/hooks/post-checkout'))
  const made = await createWorktree({ cwd: at.root, name: 'x', settings: {} }, at.deps)
  expect(made.notRun).toEqual([
    'the filter big (big smudge) for b.bin',
    `the git hook ${join(at.root, '.git/hooks/post-checkout')}`,
  ])
  expect(at.ran()).toBe(false)
})

test.each([
  [true, 2],
  [false, 0],
])('programs of a checkout run only after a yes: %s', async (answer, times) => {
  await using at = open(async () => answer)
  at.git('config', 'filter.big.smudge', at.trap)
  at.script(join(at.root, '.githooks/post-checkout'))
  at.git('add', '.githooks')
  at.git('commit', '-qm', 'hooks')
  at.git('config', 'core.hooksPath', '.githooks')
  at.write(at.mark, '')
  const settings = { baseRef: 'head' } as const
  const made = await createWorktree({ cwd: at.root, name: 'x', settings }, at.deps)
  expect(at.asked).toEqual([
    [`the filter big (${at.trap}) for b.bin`, 'the git hook .githooks/post-checkout'],
  ])
  expect(readFileSync(at.mark, 'utf8')).toBe('x\n'.repeat(times))
  expect(made.notRun).toHaveLength(answer ? 0 : 2)
})

test('nobody is asked where a checkout starts nothing', async () => {
  await using at = open(async () => true)
  at.git('config', 'filter.other.smudge', at.trap)
  const made = await createWorktree({ cwd: at.root, name: 'x', settings: {} }, at.deps)
  expect([at.asked, made.notRun, at.ran()]).toEqual([[], [], false])
})

test.each([
  ['filter', 'filter.big.clean', 'the filter big'],
  ['merge driver', 'merge.own.driver', 'the merge driver own'],
])('work that a %s has a part in is not merged without it', async (_, key, words) => {
  await using at = open()
  const made = await createWorktree({ cwd: at.root, name: 'x', settings: {} }, at.deps)
  at.write(join(made.path, 'b.bin'), 'changed\n')
  at.git('config', key, at.trap)
  await expect(mergeWorktree({ main: at.root, slug: 'x' }, at.deps)).rejects.toThrow(words)
  expect([at.ran(), readFileSync(join(at.root, 'b.bin'), 'utf8')]).toEqual([false, 'pointer\n'])
})
