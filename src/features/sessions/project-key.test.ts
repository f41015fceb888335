import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { isSessionId, projectKey, sessionPath } from './project-key.ts'

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'

test.each([
  ['/home/me/my project', '-home-me-my-project'],
  ['/a.b_c/é', '-a-b-c--'],
  ['/cafe\u0301', '-caf-'],
  ['C:\\Work\\x', 'C--Work-x'],
  [`/${'x'.repeat(199)}`, `-${'x'.repeat(199)}`],
])('the key of %j is %j', (path, key) => {
  expect(projectKey(path)).toBe(key)
})

test('long paths are cut and told apart by a hash', () => {
  const long = `/${'x'.repeat(300)}`
  const keys = [projectKey(`${long}1`), projectKey(`${long}2`)]
  expect(keys.map(key => key.slice(0, 201))).toEqual([`-${'x'.repeat(199)}-`, `-${'x'.repeat(199)}-`])
  expect(keys[0]).not.toBe(keys[1])
  expect(keys[0]).toMatch(/^[A-Za-z0-9-]{202,210}$/)
})

test('a session of a linked directory is kept under its real path', async () => {
  await using tmp = tmpDir()
  const real = join(tmp.path, 'real')
  mkdirSync(real)
  symlinkSync(real, join(tmp.path, 'link'))
  const path = join('/cfg', 'projects', projectKey(real), `${ID}.jsonl`)
  expect([sessionPath('/cfg', join(tmp.path, 'link'), ID), sessionPath('/cfg', real, ID)]).toEqual([
    path,
    path,
  ])
})

test('a directory that is gone keeps its key', () => {
  expect(sessionPath('/cfg', '/no/such/dir', ID)).toBe(`/cfg/projects/-no-such-dir/${ID}.jsonl`)
})

test.each(['', '../../etc/passwd', `${ID}/..`, `${ID}\n`, 'latest', `x${ID}`])('%j is no session id', id => {
  expect(isSessionId(id)).toBe(false)
  expect(() => sessionPath('/cfg', '/', id)).toThrow(expect.objectContaining({ kind: 'invalid_id' }))
})
