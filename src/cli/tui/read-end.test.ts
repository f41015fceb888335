import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readEnd } from './read-end.ts'

test('the end of a file begins with a whole line; a short one is whole', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'out')
  writeFileSync(path, 'one\ntwo\nthree\n')
  expect(readEnd(path, 100)).toBe('one\ntwo\nthree\n')
  expect(readEnd(path, 8)).toBe('three\n')
  writeFileSync(path, 'x'.repeat(50))
  expect(readEnd(path, 8)).toBe('xxxxxxxx')
})

test('what is no file has no end', async () => {
  await using tmp = tmpDir()
  expect([readEnd(join(tmp.path, 'missing'), 10), readEnd(tmp.path, 10)]).toEqual(['', ''])
})
