import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { findStart } from './start.ts'

test('a directory that is gone is said in a sentence', async () => {
  await using tmp = tmpDir()
  const from = { env: { HOME: tmp.path }, cwd: join(tmp.path, 'gone') }
  expect(() => findStart(from)).toThrow(
    expect.objectContaining({
      name: 'HostError',
      kind: 'directory',
      message: expect.stringContaining('Was it deleted or moved?'),
    }),
  )
})
