import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { contentHash } from '../../features/tools/seen-content.ts'
import { createFiles } from './files.ts'
import { createSeenFiles } from './seen-files.ts'

const fact = { mtimeMs: 1, size: 1, hash: 'h', by: 'read' } as const

test('the file seen last stands at the end', async () => {
  await using tmp = tmpDir()
  const files = createFiles({ roots: () => [tmp.path] })
  const place = (name: string) => ({ path: name, realPath: name })
  files.markSeen(place('/a'), fact)
  files.markSeen(place('/b'), fact)
  files.markSeen(place('/a'), fact)
  const listed = (most: number) =>
    createSeenFiles(files)
      .list(most)
      .map(([path]) => path)
  expect([listed(10), listed(1)]).toEqual([['/b', '/a'], ['/a']])
})

test('a look tells time and size, and the hash only when it is asked for', async () => {
  await using tmp = tmpDir()
  const seen = createSeenFiles({ listSeen: () => [] })
  const path = join(tmp.path, 'a')
  writeFileSync(path, 'text')
  utimesSync(path, 1000, 1000)
  const now = seen.look(path)
  expect(now).toMatchObject({ mtimeMs: 1_000_000, size: 4 })
  expect(now?.hash()).toBe(contentHash(Buffer.from('text')))
  rmSync(path)
  expect(now?.hash()).toBeUndefined()
  expect(seen.look(path)).toBeUndefined()
  expect(seen.look(join(path, 'below'))).toBeUndefined()
  mkdirSync(path)
  expect(seen.look(path)?.hash()).toBeUndefined()
})
