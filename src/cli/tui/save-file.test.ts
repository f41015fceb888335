import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { saveFile } from './save-file.ts'

test('a file is made where it is wanted, for its owner alone, and none is overwritten', async () => {
  await using tmp = tmpDir()
  const place = { cwd: tmp.path, home: join(tmp.path, 'home') }
  expect(saveFile('out/talk.md', 'one', place)).toBe(join(tmp.path, 'out', 'talk.md'))
  expect(saveFile('out/talk.md', 'two', place)).toBe(join(tmp.path, 'out', 'talk-2.md'))
  expect(saveFile('~/talk', 'three', place)).toBe(join(tmp.path, 'home', 'talk'))
  expect(readFileSync(join(tmp.path, 'out', 'talk.md'), 'utf8')).toBe('one')
  expect(statSync(join(tmp.path, 'out', 'talk-2.md')).mode & 0o777).toBe(0o600)
})

test('what cannot be written is said', async () => {
  await using tmp = tmpDir()
  const place = { cwd: tmp.path, home: tmp.path }
  mkdirSync(join(tmp.path, 'folder'))
  expect(() => saveFile('folder', 'x', place)).toThrow('could not be written: it is a directory.')
  expect(() => saveFile(`${'x'.repeat(300)}.md`, 'x', place)).toThrow('could not be written: ENAMETOOLONG.')
})
