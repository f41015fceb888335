import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitRepository } from '../support/git-repository.ts'
import { openWorldHere } from '../support/run-here.ts'

test('--worktree works in a checkout of its own: the main one keeps what it has', async () => {
  await using repository = gitRepository()
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Write', input: { file_path: 'new.txt', content: 'made there\n' } } },
      { text: 'Made.' },
    ],
  })
  const flags = ['-p', '--trust', '--permission-mode', 'acceptEdits', '--worktree', 'side']
  const ended = await world.run([...flags, '--', 'make it'], { cwd: repository.root })
  expect(ended).toMatchObject({ code: 0, stdout: 'Made.\n' })
  expect(existsSync(join(repository.root, 'new.txt'))).toBe(false)
  const made = join(repository.root, '.capstan/worktrees/side/new.txt')
  expect(readFileSync(made, 'utf8')).toBe('made there\n')
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('--assistant is for somebody at a screen', async () => {
  await using world = await openWorldHere({ replies: [] })
  const ended = await world.run(['-p', '--assistant', 'hello'])
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--assistant needs an interactive session, not -p.'),
  })
})
