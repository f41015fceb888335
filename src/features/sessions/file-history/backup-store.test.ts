import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { isHash, openBackupStore } from './backup-store.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

test('equal contents are kept once, under their hash, for the owner alone', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'deep/er')
  const store = openBackupStore(directory)
  const [a, b, c] = [store.put(bytes('x')), store.put(bytes('x')), store.put(bytes('yy'))]
  expect([a === b, isHash(a), store.added]).toEqual([true, true, 3])
  expect(readdirSync(directory).sort()).toEqual([a, c].sort())
  expect(readFileSync(join(directory, a), 'utf8')).toBe('x')
  expect([statSync(directory).mode & 0o777, statSync(join(directory, a)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
  expect(Buffer.from(openBackupStore(directory).get(c) ?? []).toString()).toBe('yy')
})

test('a copy that is gone, or is not what its name says, is no copy', async () => {
  await using tmp = tmpDir()
  const store = openBackupStore(tmp.path)
  const [a, b] = [store.put(bytes('a')), store.put(bytes('b'))]
  store.remove(a)
  writeFileSync(join(tmp.path, b), 'changed')
  expect([store.get(a), store.get(b), store.get('../../etc/passwd')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(store.get(store.put(bytes('a')))).toBeDefined()
})
