import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createMarkReader, processMark } from './process-mark.ts'

test('a limit is a very large number, the same for the same value and another for another', () => {
  const limits = ['a', 'b', 'c'].map(value => processMark('MARK', value).lockLimit)
  expect(limits.map(limit => /^4\d{18}$/.test(limit))).toEqual([true, true, true])
  expect(new Set(limits).size).toBe(3)
  expect(processMark('OTHER', 'a').lockLimit).toBe(limits[0])
})

test('limits of one program begin alike, and unlike those of another', () => {
  const begin = (owner: string, value: string) => processMark('MARK', value, owner).lockLimit.slice(0, 9)
  expect([begin('one', 'a') === begin('one', 'b'), begin('one', 'a') === begin('other', 'a')]).toEqual([
    true,
    false,
  ])
})

const mark = processMark('MARK', 'here')
test.runIf(process.platform === 'linux').each([
  ['the variable', { MARK: 'here' }, '', 'yes'],
  ['the variable between others', { A: '1', MARK: 'here', Z: '2' }, '', 'yes'],
  ['another value', { MARK: 'here-too' }, '', 'no'],
  ['another name', { MARK2: 'here', XMARK: 'here' }, '', 'no'],
  ['the limit alone', { A: '1' }, `ulimit -S -x ${mark.lockLimit};`, 'yes'],
  ['the limit of another', { A: '1' }, `ulimit -S -x ${BigInt(mark.lockLimit) + 1n};`, 'no'],
])('a process with %s', async (_name, env, before, answer) => {
  const child = spawn('/bin/bash', ['-c', `${before} echo; exec /bin/cat`], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  try {
    await expect.poll(() => createMarkReader([processMark('MARK', 'x'), mark])(child.pid!)).toBe(answer)
  } finally {
    child.stdin.end()
    await once(child, 'close')
  }
})

test('a process that is not there carries no mark', () => {
  expect(createMarkReader([mark])(2 ** 30)).toBe('no')
})
