import { chmodSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
import { writeTool } from '../write/write.ts'
import { editTool } from './edit.ts'

const start = async (content: string | Uint8Array, readInput: object | false = {}) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, content)
  if (readInput) await runTool(readTool, { file_path: 'a.txt', ...readInput }, call)
  const edit = (old_string: string, new_string: string, more = {}) =>
    runTool(editTool, { file_path: 'a.txt', old_string, new_string, ...more }, call)
  return { call, path, edit, disk: () => readFileSync(path, 'utf8') }
}

const startMany = async (content: string, readInput: object = {}) => {
  const started = await start(content, readInput)
  const edits = (list: unknown) => runTool(editTool, { file_path: 'a.txt', edits: list }, started.call)
  return { ...started, edits }
}

test('a unique text is replaced and the change described', async () => {
  const { edit, path, disk } = await start('a\nb\nc\n')
  const { output, text } = await edit('b', 'B')
  expect([text, disk(), output]).toEqual([
    `Edited ${path}.`,
    'a\nB\nc\n',
    {
      filePath: path,
      oldString: 'b',
      newString: 'B',
      originalFile: 'a\nb\nc\n',
      structuredPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] },
      ],
      userModified: false,
      replaceAll: false,
    },
  ])
})

test('replace_all replaces every occurrence, also when given as text', async () => {
  const { edit, disk, path } = await start('x y x\nx\n')
  const { text } = await edit('x', 'zz', { replace_all: 'true' })
  expect([disk(), text]).toEqual(['zz y zz\nzz\n', `Edited ${path} (3 replacements).`])
  expect((await edit('y', 'Y', { replace_all: true })).text).toBe(`Edited ${path} (1 replacement).`)
})

test('several edits are counted by what they replaced', async () => {
  const { edits, path } = await startMany('x y x\nz\n')
  const { text } = await edits([
    { old_string: 'x', new_string: 'xx', replace_all: true },
    { old_string: 'z', new_string: 'Z' },
  ])
  expect(text).toBe(`Edited ${path} (3 replacements).`)
})

test('dollar signs in the new text are plain text', async () => {
  const { edit, disk } = await start('price\n')
  await edit('price', "$& $1 $$ $'")
  expect(disk()).toBe("$& $1 $$ $'\n")
})

test('several edits in a row need no new read', async () => {
  const { edit, disk } = await start('a b c')
  await edit('a', '1')
  await edit('c', '3')
  expect(disk()).toBe('1 b 3')
})

test.each([
  ['a file that was not read', 'x', false as const, 'x', 'y', /has not been read/],
  ['old and new the same', 'x', {}, 'x', 'x', /the same/],
  ['several matches', 'x\ny\nx\n', {}, 'x', 'z', /occurs 2 times, at lines 1, 3\./],
  [
    'another indentation',
    'if:\n\tfoo()\n',
    {},
    '    foo()',
    'bar()',
    /Line 2 differs only in white space \(indented with 1 tab in the file, with 4 spaces in old_string\)\. The file has there:\n\tfoo\(\)/,
  ],
  ['a similar line', 'const total = a + b\n', {}, 'const total = a + c', 'z', /Line 1 is similar/],
  ['nothing similar', 'abc\n', {}, 'entirely other words', 'z', /Nothing similar/],
  ['line numbers copied along', 'abc\n', {}, '1→abc', 'z', /leave number and arrow out/],
  ['an empty old text on a full file', 'abc\n', {}, '', 'z', /exists and is not empty/],
  [
    'lines that were not read',
    '1\n2\n3\n4\n',
    { limit: 2 },
    '4',
    'z',
    /Line 4 of the file has not been shown \(only 1–2\)\. Read it first/,
  ],
])('%s is refused and the file stays', async (_name, content, readInput, old, now, message) => {
  const { call, edit, disk } = await start(content, readInput)
  const given = { file_path: 'a.txt', old_string: old, new_string: now }
  await expect(editTool.check?.(given, call)).rejects.toThrow(message)
  await expect(edit(old, now)).rejects.toThrow(message)
  expect(disk()).toBe(content)
})

test('a binary file is refused', async () => {
  const { call, path, edit } = await start('x')
  writeFileSync(path, 'a\0b')
  await expect(edit('a', 'b')).rejects.toThrow(/binary/)
  expect(call.files.facts(path)?.size).toBe(3)
})

test('an empty old text creates a missing file, any other does not', async () => {
  const { call } = await start('x')
  await expect(runTool(editTool, { file_path: 'n', old_string: 'x', new_string: 'y' }, call)).rejects.toThrow(
    /does not exist\. Look for it with Glob\. To create it/,
  )
  await runTool(editTool, { file_path: 'sub/n', old_string: '', new_string: 'y\n' }, call)
  expect(readFileSync(join(call.cwd, 'sub/n'), 'utf8')).toBe('y\n')
})

test('a file that changed since it was read is edited while the match is unique, and the result says so', async () => {
  const { edit, path, disk } = await start('a\nb\n')
  writeFileSync(path, 'new first\na\nb\n')
  const { text } = await edit('b', 'B')
  expect([disk(), text]).toEqual([
    'new first\na\nB\n',
    `Edited ${path}. The file had changed on disk since it was read. It now has there:\n1→new first\n2→a\n3→B`,
  ])
})

test('a changed file that the result shows whole is known again', async () => {
  const { call, edit, path } = await start('a\nb\n')
  writeFileSync(path, 'theirs\na\nb\n')
  await edit('b', 'B')
  expect((await edit('B', 'bee')).text).toBe(`Edited ${path}.`)
  await runTool(writeTool, { file_path: 'a.txt', content: 'mine' }, call)
})

test('a changed file in which the match is no longer unique is left alone', async () => {
  const { edit, path, disk } = await start('a\nb\n')
  writeFileSync(path, 'b\na\nb\n')
  await expect(edit('b', 'B')).rejects.toThrow(/occurs 2 times/)
  expect(disk()).toBe('b\na\nb\n')
})

test('in a changed file replace_all reaches no place that the model has not seen', async () => {
  const { edit, path, disk } = await start('a\nb\n')
  writeFileSync(path, 'a\nb\nb\n')
  await expect(edit('b', 'B', { replace_all: true })).rejects.toThrow(
    /occurs 2 times[\s\S]*has changed on disk since it was read: read it again/,
  )
  await edit('a', 'A', { replace_all: true })
  expect(disk()).toBe('A\nb\nb\n')
})

test('curly quotes match straight ones and the style of the file is kept', async () => {
  const { edit, disk } = await start('say “hello” and don’t stop\n')
  await edit('"hello" and don\'t', '"bye" and can\'t')
  expect(disk()).toBe('say “bye” and can’t stop\n')
})

test('CRLF stays CRLF and is matched by LF', async () => {
  const { edit, disk } = await start('a\r\nb\r\nc\r\n')
  await edit('a\nb', 'x\ny\nz')
  expect(disk()).toBe('x\r\ny\r\nz\r\nc\r\n')
})

test('Latin-1 stays Latin-1, and text it cannot hold is refused', async () => {
  const { edit, path } = await start(Buffer.from('é a\n', 'latin1'))
  await edit('é a', 'è b')
  await expect(edit('b', '→')).rejects.toThrow(/is in Latin-1 .* no character "→" \(U\+2192, line 1\)/)
  expect(readFileSync(path)).toEqual(Buffer.from('è b\n', 'latin1'))
})

test('the mode stays', async () => {
  const { edit, path } = await start('a')
  chmodSync(path, 0o755)
  await edit('a', 'b')
  expect(statSync(path).mode & 0o777).toBe(0o755)
})

test('a link that leads out is refused', async () => {
  const { call } = await start('x')
  const outside = join(makeDirectory(), 'o')
  writeFileSync(outside, 'safe')
  symlinkSync(outside, join(call.cwd, 'link'))
  await runTool(readTool, { file_path: 'link' }, call)
  await expect(
    runTool(editTool, { file_path: 'link', old_string: 'safe', new_string: 'x' }, call),
  ).rejects.toThrow(/leads out/)
})

test('several edits are made in order, each on the result of those before', async () => {
  const { edits, disk, path } = await startMany('a\nb\nc\n')
  const { output, text } = await edits([
    { old_string: 'a', new_string: 'x\ny' },
    { old_string: 'y\nb', new_string: 'z' },
    { old_string: 'c', new_string: 'C', replace_all: 'true' },
  ])
  expect([disk(), text, output]).toEqual([
    'x\nz\nC\n',
    `Edited ${path} (3 replacements).`,
    expect.objectContaining({
      oldString: 'a',
      newString: 'x\ny',
      replaceAll: false,
      edits: [
        { oldString: 'a', newString: 'x\ny', replaceAll: false },
        { oldString: 'y\nb', newString: 'z', replaceAll: false },
        { oldString: 'c', newString: 'C', replaceAll: true },
      ],
    }),
  ])
})

test.each([
  [
    'not found',
    [
      ['a', 'A'],
      ['zzz', 'y'],
    ],
    /^Edit 2 of 2: old_string was not found[\s\S]*None of the edits was made\.$/,
  ],
  [
    'ambiguous',
    [
      ['a', 'A'],
      ['b', 'y'],
    ],
    /^Edit 2 of 2: old_string occurs 2 times, at lines 2, 3/,
  ],
  [
    'taken by an earlier one',
    [
      ['a', 'A'],
      ['a\nb\nb', 'y'],
    ],
    /An earlier edit of this call changed the place of old_string/,
  ],
  [
    'without a change',
    [
      ['a', 'A'],
      ['b', 'b'],
    ],
    /^Edit 2 of 2: .* the same/,
  ],
  [
    'empty after the first',
    [
      ['a', 'A'],
      ['', 'y'],
    ],
    /^Edit 2 of 2: The file exists and is not empty/,
  ],
])('of several edits one %s means that none is made', async (_name, list, message) => {
  const { edits, disk } = await startMany('a\nb\nb\n')
  await expect(edits(list.map(([old_string, new_string]) => ({ old_string, new_string })))).rejects.toThrow(
    message,
  )
  expect(disk()).toBe('a\nb\nb\n')
})

test('several edits keep within what was read, wherever it has moved', async () => {
  const { edits, disk } = await startMany('1\n2\n3\n4\n', { limit: 2 })
  await edits([
    { old_string: '1', new_string: '1\n1' },
    { old_string: '2', new_string: 'two' },
  ])
  expect(disk()).toBe('1\n1\ntwo\n3\n4\n')
  await expect(
    edits([
      { old_string: 'two', new_string: '2' },
      { old_string: '4', new_string: 'four' },
    ]),
  ).rejects.toThrow(/Line 5 of the file has not been shown \(only 1–3\)/)
})

test('edits written as text are read as the list they are', async () => {
  const { edits, disk } = await startMany('a')
  await edits(JSON.stringify([{ old_string: 'a', new_string: 'b' }]))
  expect(disk()).toBe('b')
})

test.each([
  [{ old_string: 'a' }, ['new_string']],
  [{}, ['old_string', 'new_string']],
  [{ edits: [] }, ['old_string', 'new_string']],
  [{ edits: [{ old_string: 'a', new_string: 'b' }], old_string: 'x', new_string: 'y' }, ['edits']],
  [{ edits: 'nonsense' }, ['edits']],
])('%j does not parse', (given, paths) => {
  const parsed = editTool.input.safeParse({ file_path: 'a', ...given })
  expect(parsed.error?.issues.map(issue => issue.path.join('.'))).toEqual(paths)
})

test('a notebook is redirected to NotebookEdit', async () => {
  const { call } = await start('x')
  await expect(
    runTool(editTool, { file_path: 'a.ipynb', old_string: '', new_string: '{}' }, call),
  ).rejects.toThrow(/with NotebookEdit/)
})

test('a miss in a file that has changed says so', async () => {
  const { edit, path } = await start('a\nb\n')
  writeFileSync(path, 'a\nc\n')
  await expect(edit('b', 'B')).rejects.toThrow(
    /not found[\s\S]*has changed on disk since it was read: read it again/,
  )
})

test('an edit of a long file that changed says that the rest is not known; the edit itself is no news', async () => {
  const { call, edit, path, disk } = await start(`a\nb\n${'more\n'.repeat(40)}`)
  writeFileSync(path, `theirs\na\nb\n${'other\n'.repeat(40)}`)
  const { text } = await edit('b', 'B')
  expect(text).toContain('Read it again before you rely on the rest of it. It now has there:\n1→theirs')
  const { size, mtimeMs } = statSync(path)
  expect(call.files.seen(path)).toMatchObject({ size, mtimeMs, excerpt: true })
  await expect(runTool(writeTool, { file_path: 'a.txt', content: 'mine' }, call)).rejects.toThrow(
    /Only parts of .* have been seen/,
  )
  expect((await edit('B', 'bee')).text).toBe(`Edited ${path}.`)
  expect(disk()).toBe(`theirs\na\nbee\n${'other\n'.repeat(40)}`)
})

test('an edit that was made before is recognised', async () => {
  const { edit } = await start('const total = 1\n')
  await edit('total = 1', 'total = 2')
  await expect(edit('total = 1', 'total = 2')).rejects.toThrow(
    /^old_string was not found in the file: you made this edit before, and new_string is at line 1\.$/,
  )
})

test.each([
  ['unedited text', [] as const],
  ['text that another edit made', [['limit = 5', 'limit = 6']] as const],
])('new_string within %s is not called an edit that was made', async (_name, before) => {
  const { edit } = await start('sum(total)\nlimit = 5\n')
  for (const [old, now] of before) await edit(old, now)
  const miss = edit('add(total, 1)', 'total').then(
    () => '',
    (error: unknown) => String(error),
  )
  expect(await miss).not.toContain('new_string')
  expect(await miss).toContain('not found')
})

test('an empty file is filled without having been read', async () => {
  const { edit, disk } = await start('', false)
  await edit('', 'x\n')
  expect(disk()).toBe('x\n')
})

test('an invisible character is matched by the escape that Read shows, and kept', async () => {
  const { edit, disk } = await start('a\u200bb c\n')
  await edit('a\\u{200b}b', 'x\\u{200b}y')
  expect(disk()).toBe('x\u200by c\n')
})

test('an escape that stands in the file as such is left as it is', async () => {
  const { edit, disk } = await start('const z = "\\u{200b}"\n')
  await edit('"\\u{200b}"', '"\\u{200c}"')
  expect(disk()).toBe('const z = "\\u{200c}"\n')
})

test('a file beyond 1 GiB is refused before it is read', async () => {
  const { edit, path } = await start('x')
  truncateSync(path, 1024 ** 3 + 1)
  await expect(edit('x', 'y')).rejects.toThrow(
    /too large \(1073741825 bytes\): the limit is 1073741824 bytes/,
  )
})
