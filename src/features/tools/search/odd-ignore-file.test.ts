import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { globTool } from '../glob/glob.ts'
import { grepTool } from '../grep/grep.ts'

const PLANTED: Readonly<Record<string, (path: string) => void>> = {
  'a link to /dev/zero': path => symlinkSync('/dev/zero', path),
  'a link to /dev/tty': path => symlinkSync('/dev/tty', path),
  'a pipe': path => void makePipe(path),
  'a file of two gigabytes': path => {
    writeFileSync(path, '')
    truncateSync(path, 2 * 1024 ** 3)
  },
}
const NAMES = ['.ignore', '.rgignore', '.gitignore', '.git/info/exclude']

const plant = () => {
  const cwd = makeDirectory()
  for (const name of ['deep/er', '.git/info', 'deep/.git/info'])
    mkdirSync(join(cwd, name), { recursive: true })
  writeFileSync(join(cwd, 'deep/er/a.ts'), 'wanted')
  return cwd
}

test.each(Object.keys(PLANTED).flatMap(what => NAMES.map(name => [what, name] as const)))(
  '%s as %s is not opened, here or above, and the search finds its files',
  async (what, name) => {
    const cwd = plant()
    PLANTED[what]?.(join(cwd, name))
    const call = makeToolCall({ cwd })
    expect((await runTool(globTool, { pattern: '**/*.ts' }, call)).output.filenames).toEqual(['deep/er/a.ts'])
    expect((await runTool(globTool, { pattern: '*.ts', path: 'deep/er' }, call)).output.filenames).toEqual([
      'deep/er/a.ts',
    ])
    expect((await runTool(grepTool, { pattern: 'wanted' }, call)).text).toContain('deep/er/a.ts')
  },
)

// Pipes further down end with the time a search may take, which is too long for a test.
test.each(['a link to /dev/zero', 'a link to /dev/tty', 'a file of two gigabytes'])(
  '%s further down costs no more than ripgrep may have, and the search finds its files',
  async what => {
    const cwd = plant()
    PLANTED[what]?.(join(cwd, 'deep/.ignore'))
    const { text } = await runTool(globTool, { pattern: '**/*.ts' }, makeToolCall({ cwd }))
    expect(text).toContain('deep/er/a.ts')
  },
)
