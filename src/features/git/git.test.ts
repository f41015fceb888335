import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createGit } from './git.ts'

const open = () => {
  const tmp = tmpDir()
  const root = join(tmp.path, 'project')
  mkdirSync(root)
  execFileSync('git', ['init', '-q'], { cwd: root })
  return {
    root,
    /** A program that leaves a mark when it runs. */
    trap(name: string) {
      const path = join(root, name)
      writeFileSync(path, `#!/bin/sh\ntouch ${join(root, 'trapped')}\nexec cat\n`)
      chmodSync(path, 0o755)
      return path
    },
    trapped: () => existsSync(join(root, 'trapped')),
    config: (key: string, value: string) => void execFileSync('git', ['config', key, value], { cwd: root }),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}
const run = { timeoutMs: 10_000, maxBytes: 1000 }

test('a repository cannot make our questions run a program of its own', async () => {
  await using at = open()
  const path = at.trap('trap.sh')
  at.trap('git')
  writeFileSync(join(at.root, '.gitattributes'), '* filter=evil\n')
  for (const key of [
    'core.fsmonitor',
    'filter.evil.clean',
    'filter.evil.smudge',
    'core.pager',
    'pager.config',
  ])
    at.config(key, path)
  const git = createGit({ env: { PATH: `${at.root}:/usr/bin:/bin`, HOME: at.root }, roots: () => [at.root] })
  for (const args of [
    ['ls-files', '-z', '-t', '--stage', '--others', '--exclude-standard'],
    ['config', '-z', '--list'],
    ['cat-file', '--batch'],
  ])
    expect(await git({ ...run, cwd: at.root, args, input: 'HEAD\n', maxBytes: 100_000 })).toMatchObject({
      kind: 'ok',
    })
  expect(at.trapped()).toBe(false)
})

test('the repository is that of the directory, whatever the environment says', async () => {
  await using at = open()
  writeFileSync(join(at.root, 'a'), 'a')
  const git = createGit({
    env: { HOME: at.root, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/', GIT_INDEX_FILE: '/nowhere/index' },
    roots: () => [at.root],
  })
  const answer = await git({ ...run, cwd: at.root, args: ['ls-files', '-z', '--others'] })
  expect(answer.kind === 'ok' && answer.output.toString()).toBe('a\0')
})

test.each([
  ['refused', { args: ['no-such-command'] }],
  ['too_much', { args: ['help', '-a'], maxBytes: 10 }],
  ['timeout', { args: ['hash-object', '/dev/zero'], timeoutMs: 50 }],
  ['refused', { args: ['ls-files'], cwd: '/no/such/place' }],
])('what does not work is said: %s', async (why, more) => {
  await using at = open()
  const git = createGit({ env: { HOME: at.root }, roots: () => [at.root] })
  expect(await git({ ...run, cwd: at.root, ...more })).toEqual({ kind: 'failed', why })
})
