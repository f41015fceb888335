import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from './read.ts'

const put = (content: string | Uint8Array, name = 'a.txt') => {
  const cwd = makeDirectory()
  writeFileSync(join(cwd, name), content)
  return makeToolCall({ cwd })
}
const read = (call: ReturnType<typeof put>, input: object = {}) =>
  runTool(readTool, { file_path: 'a.txt', ...input }, call)

test('a text file is shown with line numbers and described as a whole', async () => {
  const call = put('one\ntwo\n')
  const ran = await read(call)
  expect({ text: ran.text, output: ran.output }).toEqual({
    text: '1→one\n2→two',
    output: {
      type: 'text',
      file: {
        filePath: join(call.cwd, 'a.txt'),
        content: 'one\ntwo',
        numLines: 2,
        startLine: 1,
        totalLines: 2,
      },
      notes: [],
    },
  })
})

test('what the call would touch is the absolute path, and observers see it', () => {
  const input = readTool.input.parse({ file_path: 'x/../a.txt' })
  expect([readTool.access(input, '/w'), readTool.observe?.(input, '/w')]).toEqual([
    [{ kind: 'read', path: '/w/a.txt' }],
    { file_path: '/w/a.txt' },
  ])
})

test.each([
  ['a range', 'a\nb\nc\nd\n', { offset: 2, limit: 2 }, '2→b\n3→c\n(Lines 2–3 of 4. Go on with offset 4.)'],
  ['numbers written as text', 'a\nb\n', { offset: '2', limit: '1' }, '2→b'],
  ['null fields', 'a\n', { offset: null }, '1→a'],
  ['an empty file', '', {}, '(The file is empty.)'],
  ['an offset past the end', 'a\n', { offset: 9 }, '(The file has only 1 lines; offset 9 is past its end.)'],
  ['CRLF', 'a\r\nb\r\n', {}, '1→a\n2→b'],
  ['no final newline', 'a\nb', {}, '1→a\n2→b'],
  ['a UTF-8 mark', '\ufeffa', {}, '1→a'],
])('%s is shown', async (_name, content, input, text) => {
  expect((await read(put(content), input)).text).toBe(text)
})

test.each([
  ['UTF-16 little endian', Buffer.from('\ufeffaé\n', 'utf16le'), '1→aé'],
  ['UTF-16 big endian', Buffer.from('\ufeffaé\n', 'utf16le').swap16(), '1→aé'],
  ['Latin-1', Buffer.from('aé\n', 'latin1'), '1→aé\n(The file is not valid UTF-8; it is shown as Latin-1.)'],
])('%s is decoded', async (_name, bytes, text) => {
  expect((await read(put(bytes))).text).toBe(text)
})

test('long lines are cut and it is said', async () => {
  const { text } = await read(put(`${'x'.repeat(3000)}\nb\n`))
  expect(text).toBe(`1→${'x'.repeat(2000)}\n2→b\n(1 long lines are cut at 2000 characters.)`)
})

test('a file beyond the default number of lines tells how to go on', async () => {
  const { output, text } = await read(put('x\n'.repeat(2500)))
  expect([output.file.numLines, text.split('\n').at(-1)]).toEqual([
    2000,
    '(Lines 1–2000 of 2500. Go on with offset 2001.)',
  ])
})

test('a result beyond the token limit is cut at a line and says how to go on', async () => {
  const { output, text } = await read(put(`${'y'.repeat(992)}\n`.repeat(150)))
  expect([output.file.numLines, output.file.truncatedByTokenCap, text.split('\n').at(-1)]).toEqual([
    100,
    true,
    '(Lines 1–100 of 150. Go on with offset 101.)',
  ])
})

test('a file over 256 KB is refused whole and readable in part', async () => {
  const call = put('0123456\n'.repeat(40_000))
  await expect(read(call)).rejects.toThrow(/more than the 262144 .* offset and limit/)
  expect((await read(call, { offset: 40_000 })).text).toBe('40000→0123456')
})

test.each([
  ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), /a PNG image/],
  ['a PDF without NUL', Buffer.from('%PDF-1.7\n'), /a PDF document/],
  ['a NUL byte', Buffer.from('ab\0cd'), /a binary file/],
])('%s is refused with a hint', async (_name, bytes, message) => {
  await expect(read(put(bytes))).rejects.toThrow(message)
})

test('what is not a regular file is refused at once', async () => {
  const call = put('')
  makePipe(join(call.cwd, 'pipe'))
  mkdirSync(join(call.cwd, 'dir'))
  symlinkSync('/dev/zero', join(call.cwd, 'zero'))
  await expect(read(call, { file_path: 'pipe' })).rejects.toThrow(/named pipe/)
  await expect(read(call, { file_path: 'dir' })).rejects.toThrow(/is a directory/)
  await expect(read(call, { file_path: 'zero' })).rejects.toThrow(/a device/)
  await expect(read(call, { file_path: '/dev/zero' })).rejects.toThrow(/a device/)
})

test('a NUL in the path does not parse', () => {
  expect(readTool.input.safeParse({ file_path: 'a\0b' }).success).toBe(false)
})

test.each([
  ['another extension', 'a.md', /Did you mean .*a\.txt\?/],
  ['another case', 'A.TXT', /Did you mean .*a\.txt\?/],
  ['a slip', 'b.txt', /Did you mean .*a\.txt\?/],
  ['a wrong directory', '/nowhere/a.txt', /Did you mean .*a\.txt\?/],
  ['nothing similar', 'completely-different', /does not exist\. Look for it with Glob/],
])('a missing file with %s gets a suggestion', async (_name, file_path, message) => {
  await expect(read(put('x'), { file_path })).rejects.toThrow(message)
})

test('pages that touch count as one, and all pages together as the whole file', async () => {
  const call = put('1\n2\n3\n4\n')
  const path = join(call.cwd, 'a.txt')
  await read(call, { offset: 1, limit: 1 })
  const first = call.files.seen(path)?.lines
  await read(call, { offset: 2, limit: 1 })
  const second = call.files.seen(path)?.lines
  await read(call, { offset: 3 })
  expect([first, second, call.files.seen(path)?.lines]).toEqual([
    { from: 1, to: 1 },
    { from: 1, to: 2 },
    undefined,
  ])
})
