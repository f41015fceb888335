import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeBackKept } from '../../src/features/sandbox/try-first/keep-journal.ts'
import { treeOf } from '../support/copied.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const LOADER = join(import.meta.dirname, '../support/load-sources.mjs')
const SCRIPT = join(import.meta.dirname, '../support/keep-until-killed.ts')

test('a program that is really killed while it keeps leaves all of it or nothing to the next start', async () => {
  const ends = new Set<string>()
  for (let points = 0; ; points += 1) {
    await using tmp = tmpDir()
    const words = ['--import', LOADER, SCRIPT, tmp.path, String(points)]
    const { signal } = spawnSync(process.execPath, words)
    takeBackKept(join(tmp.path, 'config/copies'))
    const tree = JSON.stringify([...treeOf(join(tmp.path, 'project'))])
    expect(tree).not.toContain('.capstan-keep')
    ends.add(tree)
    if (signal === null) break
    expect([points, signal]).toEqual([points, 'SIGKILL'])
    expect(readdirSync(tmp.path)).toContain('project')
  }
  // As it was, and as it was to be.
  expect(ends.size).toBe(2)
})
