import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { initRepository } from '../../../test/support/git-repository.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { isHarmlessSetting } from '../../lib/git/harmless-settings.ts'
import type { GitCommand } from '../../protocol/run-git.ts'
import { runGitBatch } from './git-batch.ts'

const run = (
  cwd: string,
  commands: readonly GitCommand[],
  limit: { readonly timeoutMs?: number; readonly maxBytes?: number } = {},
) =>
  runGitBatch(
    { env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: cwd }, roots: () => [cwd] },
    { cwd, commands, timeoutMs: 30_000, maxBytes: 100_000, ...limit },
  )

const repository = () => {
  const tmp = tmpDir()
  initRepository(tmp.path)
  return tmp
}

test('every command has its answer, in order; those that fail have none', async () => {
  await using at = repository()
  execFileSync('git', ['config', 'user.name', 'O\'Neil "x" $HOME'], { cwd: at.path })
  expect(
    await run(at.path, [
      ['branch', '--show-current'],
      ['log', '-n1'],
      ['config', '--get', 'user.name'],
      ['config', '--get', 'no.such'],
      ['config', '--get', "it's;touch spoiled"],
    ]),
  ).toEqual(['main\n', undefined, 'O\'Neil "x" $HOME\n', undefined, undefined])
  expect(await run(at.path, [['status', '--short']])).toEqual([''])
})

test('what does not come in time, or is too much, is not known, and nothing is waited for', async () => {
  await using at = repository()
  const slow = join(at.path, 'slow.sh')
  writeFileSync(slow, '#!/bin/sh\nsleep 600\n')
  chmodSync(slow, 0o755)
  const sleeping = ['-c', `alias.slow=!${slow}`, 'slow']
  expect(await run(at.path, [sleeping, ['branch', '--show-current']], { timeoutMs: 300 })).toMatchObject({
    0: undefined,
  })
  expect(
    await run(
      at.path,
      [
        ['help', '-a'],
        ['branch', '--show-current'],
      ],
      { maxBytes: 10 },
    ),
  ).toMatchObject({
    0: undefined,
  })
})

test('a directory that is not there has no answers', async () => {
  expect(await run('/nonexistent/directory', [['status'], ['log']])).toEqual([undefined, undefined])
})

test.each([
  'user.name',
  'core.fsmonitor',
  'remote.a b*c.url',
  'remote.url.vcs',
  'branch.x\ty.remote',
  'filter.core.bare.clean',
  'http.https://h/.extraheader',
  's.global\tx.y',
])('whether %j is harmless is judged over there as it is here', async name => {
  await using at = repository()
  execFileSync('git', ['config', name, 'x'], { cwd: at.path })
  const [answer] = await run(at.path, [
    { harmless: ['rev-parse', '--is-inside-work-tree'], otherwise: ['branch', '--show-current'] },
  ])
  expect(answer).toBe(isHarmlessSetting(name) ? 'true\n' : 'main\n')
})
