import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  makeDirectory,
  makeToolCall,
  runTool,
  type ToolCallOptions,
} from '../../../../test/support/tool-call.ts'
import { globTool } from './glob.ts'

/** Later names are newer. */
const tree = (names: readonly string[], options: ToolCallOptions = {}) => {
  const cwd = makeDirectory()
  names.forEach((name, index) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), name === '.gitignore' ? 'ignored/\n*.log\n' : '')
    utimesSync(join(cwd, name), 1000 + index, 1000 + index)
  })
  return makeToolCall({ cwd, ...options })
}
const NAMES = [
  '.gitignore',
  'a.ts',
  'src/b.ts',
  'src/deep/c.ts',
  '.hidden/d.ts',
  'ignored/e.ts',
  'x.log',
  '.git/f.ts',
]
const glob = async (pattern: string, more = {}, options: ToolCallOptions = {}) =>
  (await runTool(globTool, { pattern, ...more }, tree(NAMES, options))).output.filenames

test.each([
  ['**/*.ts', ['.hidden/d.ts', 'src/deep/c.ts', 'src/b.ts', 'a.ts']],
  ['*.ts', ['.hidden/d.ts', 'src/deep/c.ts', 'src/b.ts', 'a.ts']],
  ['./*.ts', ['a.ts']],
  ['src/**', ['src/deep/c.ts', 'src/b.ts']],
  ['src/*.ts', ['src/b.ts']],
  ['**/{b,c}.ts', ['src/deep/c.ts', 'src/b.ts']],
  ['**/*', ['.hidden/d.ts', 'src/deep/c.ts', 'src/b.ts', 'a.ts', '.gitignore']],
  ['*.log', []],
  ['*/e.ts', []],
])('%s finds, newest first and without ignored files, %j', async (pattern, names) => {
  expect(await glob(pattern)).toEqual(names)
})

test('the directory to search can be given, also inside the pattern', async () => {
  const call = tree(NAMES)
  const inside = await runTool(globTool, { pattern: '*.ts', path: 'src' }, call)
  const absolute = await runTool(globTool, { pattern: `${call.cwd}/src/*.ts` }, call)
  expect([inside.output.filenames, absolute.output.filenames]).toEqual([
    ['src/deep/c.ts', 'src/b.ts'],
    ['src/b.ts'],
  ])
})

test.each([
  [{ pattern: '**/*.ts' }, '/w'],
  [{ pattern: '../x/*.ts' }, '/x'],
  [{ pattern: '/etc/*' }, '/etc'],
  [{ pattern: '*.ts', path: 'sub' }, '/w/sub'],
])('the search of %j is declared below %s', (input, path) => {
  expect(globTool.access(globTool.input.parse(input), '/w')).toEqual([{ kind: 'search', path }])
})

test('an ignored directory that is named is searched', async () => {
  expect(await glob('ignored/*.ts')).toEqual(['ignored/e.ts'])
})

test('links are not followed', async () => {
  const call = tree(['a.ts'])
  const outside = makeDirectory()
  writeFileSync(join(outside, 'o.ts'), '')
  symlinkSync(outside, join(call.cwd, 'out'))
  expect((await runTool(globTool, { pattern: '**/*.ts' }, call)).output.filenames).toEqual(['a.ts'])
})

test('more than 100 files are cut and counted', async () => {
  const call = tree(Array.from({ length: 120 }, (_, index) => `f${index}`))
  const { output, text } = await runTool(globTool, { pattern: 'f*' }, call)
  expect([
    output.numFiles,
    output.truncated,
    output.totalMatches,
    output.filenames[0],
    text.split('\n').at(-1),
  ]).toEqual([100, true, 120, 'f119', '(The newest 100 of 120. Narrow the pattern to see others.)'])
})

test('nothing found, nothing there and options in disguise are told', async () => {
  const call = tree(['a.ts'])
  expect((await runTool(globTool, { pattern: '*.none' }, call)).text).toBe(`No files found in ${call.cwd}`)
  expect((await runTool(globTool, { pattern: '--pre=evil' }, call)).text).toBe(
    `No files found in ${call.cwd}`,
  )
  await expect(runTool(globTool, { pattern: '*', path: 'none' }, call)).rejects.toThrow(/does not exist/)
  await expect(runTool(globTool, { pattern: '*', path: 'A.ts' }, call)).rejects.toThrow(
    /Did you mean .*a\.ts\?/,
  )
})

test('files whose reading is denied do not appear', async () => {
  const call = tree(NAMES, { denied: path => /\/src\/deep\/|\/a\.[^/]*$/.test(path) })
  expect((await runTool(globTool, { pattern: '*.ts' }, call)).output.filenames).toEqual([
    '.hidden/d.ts',
    'src/b.ts',
  ])
})

test('a name takes one line and shows what cannot be seen', async () => {
  const call = tree(['a\n(No more files.)', 'b\u202e.ts', 'c\u001b[2J'])
  expect((await runTool(globTool, { pattern: '*' }, call)).text.split('\n')).toEqual([
    'c\\u{1b}[2J',
    'b\\u{202e}.ts',
    'a⏎(No more files.)',
  ])
})
