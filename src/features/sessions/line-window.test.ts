import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { LineWindow } from './line-window.ts'

test('parts of a file come as they are, near or far, small or larger than the window', async () => {
  await using tmp = tmpDir()
  const bytes = Buffer.alloc(3 * 2 ** 20)
  for (let n = 0; n < bytes.length; n += 1) bytes[n] = (n * 7919) % 251
  const path = join(tmp.path, 'f')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  try {
    const window = new LineWindow(fd)
    for (const [from, length] of [
      [0, 10],
      [10, 100],
      [2 ** 20 - 5, 10],
      [5, 2 * 2 ** 20],
      [3 * 2 ** 20 - 4, 4],
      [0, 1],
    ] as const)
      expect(Buffer.compare(window.read(from, length), bytes.subarray(from, from + length))).toBe(0)
    expect(window.read(3 * 2 ** 20 - 4, 10)).toHaveLength(4)
  } finally {
    closeSync(fd)
  }
})
