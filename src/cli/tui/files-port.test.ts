import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { FilesPort } from '../../frontends/tui/ports/files-port.ts'
import { createFilesPort } from './files-port.ts'

const open = (cwd: string): FilesPort =>
  createFilesPort({
    cwd,
    home: join(cwd, 'home'),
    env: process.env,
    respectGitignore: true,
    fileSuggestion: () => undefined,
    now: () => performance.now(),
  })
const write = (root: string, ...paths: readonly string[]): void => {
  for (const path of paths) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), 'x')
  }
}

test('files of a repository are found by a few letters once git has listed them', async () => {
  await using tmp = tmpDir()
  write(tmp.path, 'src/editor.ts', 'src/ignored.log')
  writeFileSync(join(tmp.path, '.gitignore'), '*.log\n')
  execFileSync('git', ['init', '-q'], { cwd: tmp.path })
  const port = open(tmp.path)
  expect(port.search('edt', 5)).toBeUndefined()
  await expect.poll(() => port.search('edt', 5)).toMatchObject([{ path: 'src/editor.ts' }])
  expect(port.search('ignoredlog', 5)).toEqual([])
})

test('directories are listed first, links as what they lead to; home and other places as well', async () => {
  await using tmp = tmpDir()
  write(tmp.path, 'b.ts', 'a.ts', 'dir/inner.ts', 'home/notes.md')
  symlinkSync('dir', join(tmp.path, 'link'))
  symlinkSync('nowhere', join(tmp.path, 'broken'))
  const paths = async (directory: string) => (await open(tmp.path).list(directory)).map(({ path }) => path)
  expect(await paths('')).toEqual(['dir/', 'home/', 'link/', 'a.ts', 'b.ts', 'broken'])
  expect(await paths('dir/')).toEqual(['dir/inner.ts'])
  expect(await paths('~/')).toEqual(['~/notes.md'])
  expect(await paths(`${tmp.path}/dir/`)).toEqual([`${tmp.path}/dir/inner.ts`])
  expect(await paths('missing/')).toEqual([])
})
