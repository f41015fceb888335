import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { globTool } from '../glob/glob.ts'
import { grepTool } from '../grep/grep.ts'
import { checkIgnoreFiles } from './odd-ignore-file.ts'

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

test.each(Object.keys(PLANTED).flatMap(what => NAMES.map(name => [what, name] as const)))(
  '%s as %s is not opened further down, and the search finds its files',
  async (what, name) => {
    const cwd = plant()
    PLANTED[what]?.(join(cwd, 'deep', name))
    const run = vi.fn(makeToolCall({ cwd }).processes.program)
    const call = makeToolCall({ cwd })
    const watched = { ...call, processes: { ...call.processes, program: run } }
    const { output } = await runTool(globTool, { pattern: '**/*.ts' }, watched)
    expect(output.filenames).toEqual(['deep/er/a.ts'])
    expect(run).not.toHaveBeenCalled()
  },
)

test('directories that tools make are not entered where they are ignored, by us or by ripgrep', async () => {
  const cwd = plant()
  mkdirSync(join(cwd, 'deep/node_modules'))
  writeFileSync(join(cwd, '.gitignore'), 'node_modules/\n')
  // Ripgrep would follow the nearer rule, and open the pipe.
  writeFileSync(join(cwd, 'deep/.ignore'), '!node_modules\n')
  makePipe(join(cwd, 'deep/node_modules/.ignore'))
  const { output } = await runTool(globTool, { pattern: '**/*.ts' }, makeToolCall({ cwd }))
  expect(output.filenames).toEqual(['deep/er/a.ts'])
  expect(await checkIgnoreFiles(cwd, new AbortController().signal)).toEqual({
    isOdd: false,
    skipped: ['node_modules'],
  })
})

test('where a rule takes them back they are entered', async () => {
  const cwd = plant()
  mkdirSync(join(cwd, 'deep/node_modules'))
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n!deep/node_modules\n')
  makePipe(join(cwd, 'deep/node_modules/.ignore'))
  expect(await checkIgnoreFiles(cwd, new AbortController().signal)).toEqual({ isOdd: true, skipped: [] })
})

test('more directories than anyone can look at are not given to ripgrep', async () => {
  expect(await checkIgnoreFiles(plant(), new AbortController().signal, 2)).toEqual({
    isOdd: true,
    skipped: [],
  })
})
