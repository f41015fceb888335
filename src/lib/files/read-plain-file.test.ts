import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readPlainFile } from './read-plain-file.ts'

test.each<[string, (path: string) => void, object]>([
  ['a file', path => writeFileSync(path, 'words: é'), { text: 'words: é' }],
  ['an empty one', path => writeFileSync(path, ''), { text: '' }],
  [
    'one that is too large',
    path => writeFileSync(path, 'x'.repeat(2049)),
    { problem: 'is larger than 2 kB' },
  ],
  ['a pipe', path => void execFileSync('mkfifo', [path]), { problem: 'is not a regular file' }],
  [
    'a link to a device without an end',
    path => symlinkSync('/dev/zero', path),
    { problem: 'is not a regular file' },
  ],
  ['nothing', () => undefined, { problem: expect.stringContaining('ENOENT') }],
])('%s in its place is read or said, and never waited for', async (_, put, expected) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'file')
  put(path)
  expect(readPlainFile(path, 2048)).toEqual(expected)
})
