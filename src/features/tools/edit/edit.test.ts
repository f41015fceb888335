import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDirectory, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
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
  const { edit, disk } = await start('x y x\nx\n')
  await edit('x', 'zz', { replace_all: 'true' })
  expect(disk()).toBe('zz y zz\nzz\n')
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
    /Lines 4–4 .* have not been read \(only 1–2\)/,
  ],
])('%s is refused and the file stays', async (_name, content, readInput, old, now, message) => {
  const { edit, disk } = await start(content, readInput)
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
    /does not exist/,
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
    `Edited ${path}. The file had changed on disk since it was read; it now has there:\n1→new first\n2→a\n3→B\n4→`,
  ])
})

test('a changed file in which the match is no longer unique is left alone', async () => {
  const { edit, path, disk } = await start('a\nb\n')
  writeFileSync(path, 'b\na\nb\n')
  await expect(edit('b', 'B')).rejects.toThrow(/occurs 2 times/)
  expect(disk()).toBe('b\na\nb\n')
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
  await expect(edit('b', '→')).rejects.toThrow(/not UTF-8/)
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

test('300 random edits leave every byte outside the replaced range as it was', async () => {
  const piece = fc.constantFrom(
    'a',
    'bb',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    'é',
    '→',
    '🙂',
    '"',
    '“',
    '{',
    '$1',
    'x\n',
  )
  const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''))
  const mark = fc.constantFrom('', '\ufeff')
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  await fc.assert(
    fc.asyncProperty(mark, text, text, text, async (bom, before, after, replacement) => {
      const old = 'NEEDLE\n§end'
      const crlf = before.includes('\r\n')
      const inFile = crlf ? old.replace('\n', '\r\n') : old
      writeFileSync(path, bom + before + inFile + after)
      await runTool(readTool, { file_path: path }, call)
      await runTool(editTool, { file_path: path, old_string: old, new_string: replacement }, call)
      const bytes = readFileSync(path)
      const head = Buffer.from(bom + before)
      const tail = Buffer.from(after)
      expect(bytes.subarray(0, head.length)).toEqual(head)
      expect(bytes.subarray(bytes.length - tail.length)).toEqual(tail)
      const middle = bytes.subarray(head.length, bytes.length - tail.length).toString()
      expect(middle).toBe(replacement.replaceAll('\r\n', '\n').replaceAll('\n', crlf ? '\r\n' : '\n'))
    }),
    { numRuns: 300 },
  )
})
