import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { readReleaseNotes } from './release-notes.ts'

test('the newest part of the changelog is found above the program', async () => {
  await using tmp = tmpDir()
  const dir = tmp.path
  mkdirSync(join(dir, 'dist'))
  writeFileSync(join(dir, 'CHANGELOG.md'), '# Changelog\n\n## 2.0\n\n- New.\n\n## 1.0\n\n- Old.\n')
  expect(readReleaseNotes(join(dir, 'dist'))).toBe('## 2.0\n\n- New.')
  writeFileSync(join(dir, 'CHANGELOG.md'), '# Changelog\n\n## 2.0\n\n- New.\n')
  expect(readReleaseNotes(dir)).toBe('## 2.0\n\n- New.')
})

test('the sources have one', () => {
  expect(readReleaseNotes()).toMatch(/^## \d/)
})
