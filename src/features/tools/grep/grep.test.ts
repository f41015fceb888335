import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  makeDirectory,
  makeToolCall,
  runTool,
  type ToolCallOptions,
} from '../../../../test/support/tool-call.ts'
import { editTool } from '../edit/edit.ts'
import { readTool } from '../read/read.ts'
import { writeTool } from '../write/write.ts'
import { grepTool } from './grep.ts'

/** Later names are newer. */
const tree = (files: Readonly<Record<string, string | Buffer>>, options: ToolCallOptions = {}) => {
  const cwd = makeDirectory()
  Object.entries(files).forEach(([name, content], index) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), content)
    utimesSync(join(cwd, name), 1000 + index, 1000 + index)
  })
  return makeToolCall({ cwd, ...options })
}
const sample = (options: ToolCallOptions = {}) =>
  tree(
    {
      '.gitignore': 'ignored/\nsecret.txt\n',
      'a.ts': 'one\nneedle one\nthree\nfour\nneedle two\n',
      'src/b.js': 'x\nNeedle needle\ny\n',
      'ignored/c.ts': 'needle\n',
      'secret.txt': 'needle\n',
      '.env.d/d.py': 'needle\n',
      '.git/e': 'needle\n',
      'bin.dat': Buffer.from('needle\0\n'),
      'with:colon-1-x.md': 'needle\n',
    },
    options,
  )
const grep = async (input: object) => {
  const call = sample()
  return (await runTool(grepTool, { pattern: 'needle', ...input }, call)).text.replace(call.cwd, 'HERE')
}

test('files with matches come newest first, without ignored, version control and binary files', async () => {
  const { output } = await runTool(grepTool, { pattern: 'needle' }, sample())
  expect(output).toEqual({
    mode: 'files_with_matches',
    numFiles: 4,
    totalFiles: 4,
    filenames: ['with:colon-1-x.md', '.env.d/d.py', 'src/b.js', 'a.ts'],
    notes: [],
  })
})

test.each([
  ['content', { output_mode: 'content', path: 'a.ts' }, 'a.ts:2:needle one\na.ts:5:needle two'],
  [
    'content without numbers',
    { output_mode: 'content', path: 'a.ts', '-n': 'false' },
    'a.ts:needle one\na.ts:needle two',
  ],
  ['only the matches', { output_mode: 'content', '-o': true, path: 'src' }, 'src/b.js:2:needle'],
  [
    'ignored case',
    { output_mode: 'content', '-o': true, '-i': true, path: 'src' },
    'src/b.js:2:Needle\nsrc/b.js:2:needle',
  ],
  [
    'context',
    { output_mode: 'content', pattern: 'one$', '-B': '1', path: 'a.ts' },
    'a.ts:1:one\na.ts:2:needle one',
  ],
  [
    'groups',
    { output_mode: 'content', '-A': 1, path: 'a.ts' },
    'a.ts:2:needle one\na.ts:3-three\n--\na.ts:5:needle two',
  ],
  [
    'lines after',
    { output_mode: 'content', pattern: 'two', context: 1, '-A': 5, path: 'a.ts' },
    'a.ts:4-four\na.ts:5:needle two',
  ],
  [
    'lines around',
    { output_mode: 'content', pattern: 'three', '-C': 1, path: 'a.ts' },
    'a.ts:2-needle one\na.ts:3:three\na.ts:4-four',
  ],
  ['count', { output_mode: 'count', glob: '*.{ts,js}', '-i': true }, 'src/b.js:2\na.ts:2'],
  ['a type', { type: 'py' }, '.env.d/d.py'],
  ['a name pattern', { glob: '*.ts' }, 'a.ts'],
  ['a path pattern', { glob: 'src/**' }, 'src/b.js'],
  ['several patterns', { glob: '*.ts, *.py' }, '.env.d/d.py\na.ts'],
  ['an exclusion', { glob: '!*.{py,md}' }, 'src/b.js\na.ts'],
  ['type and pattern together', { type: 'ts', glob: '*.js' }, 'No matches found in HERE'],
  ['everything as pattern', { glob: '**/*' }, 'with:colon-1-x.md\n.env.d/d.py\nsrc/b.js\na.ts'],
  ['several lines', { pattern: 'one.*four', multiline: true }, 'a.ts'],
  ['a limit', { head_limit: 1 }, 'with:colon-1-x.md\n(Entries 1–1 of 4. Go on with offset 1.)'],
  [
    'an offset',
    { head_limit: 2, offset: 1 },
    '.env.d/d.py\nsrc/b.js\n(Entries 2–3 of 4. Go on with offset 3.)',
  ],
  [
    'an offset behind the last',
    { offset: 9 },
    'No matches found\n(There are only 4 entries; offset 9 is behind the last.)',
  ],
  ['a directory as pattern', { glob: 'src' }, 'src/b.js'],
  [
    'only the matches, whatever context is wanted',
    { output_mode: 'content', '-o': true, '-C': 3, path: 'src' },
    'src/b.js:2:needle',
  ],
  ['nothing', { pattern: 'no such text' }, 'No matches found in HERE'],
  ['a pattern like an option', { pattern: '--files' }, 'No matches found in HERE'],
])('%s', async (_name, input, text) => {
  expect(await grep(input)).toBe(text)
})

test('without head_limit 250 entries are shown, and the limit is told', async () => {
  const call = tree({ 'a.txt': 'needle\n'.repeat(300) })
  const { output, text } = await runTool(grepTool, { pattern: 'needle', output_mode: 'content' }, call)
  expect({ ...output, content: output.content?.split('\n').length }).toEqual({
    mode: 'content',
    numFiles: 1,
    totalFiles: 1,
    filenames: [],
    content: 250,
    numLines: 250,
    totalLines: 300,
    appliedLimit: 250,
    notes: ['Entries 1–250 of 300. Go on with offset 250.'],
  })
  expect(text.endsWith('\n(Entries 1–250 of 300. Go on with offset 250.)')).toBe(true)
})

test('paths are relative to the working directory, and absolute outside it', async () => {
  const call = sample()
  const outside = makeDirectory()
  writeFileSync(join(outside, 'o.txt'), 'needle\n')
  const { text } = await runTool(grepTool, { pattern: 'needle', path: outside }, call)
  const inside = await runTool(grepTool, { pattern: 'needle', path: join(call.cwd, 'src') }, call)
  expect([text, inside.text]).toEqual([join(outside, 'o.txt'), 'src/b.js'])
})

test('the data of every version control is left out', async () => {
  const call = tree({
    '.git/a': 'needle\n',
    '.svn/a': 'needle\n',
    'deep/.hg/a': 'needle\n',
    '.jj/a': 'needle\n',
    '.github/a': 'needle\n',
  })
  expect((await runTool(grepTool, { pattern: 'needle' }, call)).text).toBe('.github/a')
})

test('counts are summed over all files', async () => {
  const { output } = await runTool(
    grepTool,
    { pattern: 'needle', output_mode: 'count', '-i': true, head_limit: 1 },
    sample(),
  )
  expect([output.numMatches, output.numFiles, output.appliedLimit]).toEqual([6, 4, 1])
})

test('errors are told: a bad expression, a bad type, a missing place, an option as type', async () => {
  const call = sample()
  const run = (input: object) => runTool(grepTool, { pattern: 'x', ...input }, call)
  await expect(run({ pattern: '(' })).rejects.toThrow(
    /The search failed: [\s\S]*unclosed group[\s\S]*put a backslash before it/,
  )
  await expect(run({ pattern: 'a\\nb' })).rejects.toThrow(/multiline/)
  await expect(run({ type: 'nosuch' })).rejects.toThrow(/unrecognized file type/)
  await expect(run({ path: 'none' })).rejects.toThrow(/does not exist \(the current directory is/)
  await expect(run({ path: 'src/B.js' })).rejects.toThrow(/Did you mean .*src\/b\.js\?/)
  await expect(run({ type: 'a --pre=x' })).rejects.toThrow(/not a file type/)
})

test('links are not followed and denied files stay hidden in every mode', async () => {
  const call = sample({ denied: path => /\/src\/|\.py$|\.md$/.test(path) })
  const outside = makeDirectory()
  writeFileSync(join(outside, 'o.txt'), 'needle\n')
  symlinkSync(outside, join(call.cwd, 'out'))
  for (const output_mode of ['content', 'files_with_matches', 'count']) {
    const { text } = await runTool(grepTool, { pattern: 'needle', output_mode }, call)
    expect(text.split('\n').every(line => line.startsWith('a.ts'))).toBe(true)
  }
  expect((await runTool(grepTool, { pattern: 'needle', path: 'src/b.js' }, call)).text).toBe(
    `No matches found in ${join(call.cwd, 'src/b.js')}`,
  )
})

test('long lines and long results are bounded', async () => {
  const call = tree({ 'a.txt': `${'needle '.repeat(500)}\n`.repeat(300) })
  const { text } = await runTool(grepTool, { pattern: 'needle', output_mode: 'content', head_limit: 0 }, call)
  expect([text.length < 31_000, /Go on with offset \d+\.\)$/.test(text)]).toEqual([true, true])
})

test('a search that is interrupted ends with a message', async () => {
  const call = makeToolCall({ signal: AbortSignal.abort() })
  await expect(runTool(grepTool, { pattern: 'x' }, call)).rejects.toThrow(/interrupted/)
})

test('a name with a line feed cannot put its lines into another file', async () => {
  const call = tree({ 'x\nsrc/a.ts': 'needle\n', 'd\n./src/b.ts': 'needle\n', 'plain.ts': 'needle \u202e\n' })
  const search = async (output_mode: string) =>
    (await runTool(grepTool, { pattern: 'needle', output_mode }, call)).text
  expect([await search('content'), await search('count'), await search('files_with_matches')]).toEqual([
    'plain.ts:1:needle \\u{202e}',
    'plain.ts:1',
    'plain.ts\nd⏎./src/b.ts\nx⏎src/a.ts',
  ])
})

const LINES = 'one\ntwo needle\nthree\nfour\nfive\nsix needle\n'

test('lines that Grep shows count as seen for Edit, with context or without, and no others', async () => {
  const call = tree({ 'a.txt': LINES, 'b.txt': LINES })
  await runTool(grepTool, { pattern: 'needle', output_mode: 'content', path: 'a.txt' }, call)
  await runTool(grepTool, { pattern: 'two', output_mode: 'content', '-A': 1, path: 'b.txt' }, call)
  const edit = (file_path: string, old_string: string) =>
    runTool(editTool, { file_path, old_string, new_string: 'new' }, call)
  await edit('a.txt', 'six needle')
  await edit('b.txt', 'two needle\nthree')
  await expect(edit('a.txt', 'four')).rejects.toThrow(
    /Line 4 of the file has not been shown \(only 2–2, 6–6\)/,
  )
  await expect(edit('b.txt', 'four')).rejects.toThrow(/Line 3 of the file has not been shown \(only 2–2\)/)
})

test('what Grep shows is added to what was read, and takes nothing back', async () => {
  const call = tree({ 'a.txt': LINES, 'b.txt': LINES })
  await runTool(readTool, { file_path: 'a.txt', limit: 1 }, call)
  await runTool(readTool, { file_path: 'b.txt' }, call)
  await runTool(grepTool, { pattern: 'needle', output_mode: 'content' }, call)
  const edits = [
    { old_string: 'one', new_string: '1' },
    { old_string: 'six', new_string: '6' },
  ]
  await runTool(editTool, { file_path: 'a.txt', edits }, call)
  await runTool(writeTool, { file_path: 'b.txt', content: 'new' }, call)
})

test.each([
  ['names only', {}],
  ['parts of lines', { output_mode: 'content', '-o': true }],
  ['lines left out by the limit', { output_mode: 'content', head_limit: 1 }],
])('%s do not count as seen', async (_name, input) => {
  const call = tree({ 'a.txt': LINES })
  await runTool(grepTool, { pattern: 'needle', ...input }, call)
  await expect(
    runTool(editTool, { file_path: 'a.txt', old_string: 'six', new_string: '6' }, call),
  ).rejects.toThrow(/has not been (?:read|shown)/)
})

test('a file that changed after Grep showed it is said to have changed', async () => {
  const call = tree({ 'a.txt': LINES })
  await runTool(grepTool, { pattern: 'needle', output_mode: 'content' }, call)
  writeFileSync(join(call.cwd, 'a.txt'), `zero\n${LINES}`)
  const { text } = await runTool(
    editTool,
    { file_path: 'a.txt', old_string: 'six needle', new_string: '6' },
    call,
  )
  expect(text).toContain('had changed on disk since it was read')
})

test('with context, files are set apart as groups are', async () => {
  const call = tree({ 'a.txt': 'x\nneedle\ny\n', 'b.txt': 'needle\n' })
  const show = async (input: object) =>
    (await runTool(grepTool, { pattern: 'needle', output_mode: 'content', ...input }, call)).text
  expect(await show({ '-C': 1 })).toBe('b.txt:1:needle\n--\na.txt:1-x\na.txt:2:needle\na.txt:3-y')
  expect(await show({})).toBe('b.txt:1:needle\na.txt:2:needle')
})
