import { closeSync, mkdirSync, openSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { editTool } from '../edit/edit.ts'
import { readTool } from './read.ts'
import { forgetShown } from './shown-before.ts'

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
  ['an offset past the end', 'a\n', { offset: 9 }, '(The file has only 1 line; offset 9 is past its end.)'],
  ['CRLF', 'a\r\nb\r\n', {}, '1→a\n2→b'],
  ['no final newline', 'a\nb', {}, '1→a\n2→b'],
  ['a UTF-8 mark', '\ufeffa', {}, '1→a'],
])('%s is shown', async (_name, content, input, text) => {
  expect((await read(put(content), input)).text).toBe(text)
})

test.each([
  [
    'UTF-16 little endian',
    Buffer.from('\ufeffaé\n', 'utf16le'),
    '1→aé\n(The file is in UTF-16 LE; edits keep that.)',
  ],
  [
    'UTF-16 big endian',
    Buffer.from('\ufeffaé\n', 'utf16le').swap16(),
    '1→aé\n(The file is in UTF-16 BE; edits keep that.)',
  ],
  [
    'Latin-1',
    Buffer.from('aé\n', 'latin1'),
    '1→aé\n(The file is in Latin-1 (Windows-1252); edits keep that.)',
  ],
])('%s is decoded', async (_name, bytes, text) => {
  expect((await read(put(bytes))).text).toBe(text)
})

test('long lines are cut and it is said', async () => {
  const { text } = await read(put(`${'x'.repeat(3000)}\nb\n`))
  expect(text).toBe(`1→${'x'.repeat(2000)}\n2→b\n(1 long line cut at 2000 characters.)`)
})

test('a file beyond the default number of lines tells how to go on', async () => {
  const { output, text } = await read(put('x\n'.repeat(2500)))
  expect([output, text.split('\n').at(-1)]).toEqual([
    expect.objectContaining({ file: expect.objectContaining({ numLines: 2000, totalLines: 2500 }) }),
    '(Lines 1–2000 of 2500. Go on with offset 2001.)',
  ])
})

test('a result beyond the token limit is cut at a line and says how to go on', async () => {
  const { output, text } = await read(put(`${'y'.repeat(992)}\n`.repeat(150)))
  expect([output, text.split('\n').at(-1)]).toEqual([
    expect.objectContaining({ file: expect.objectContaining({ numLines: 100, truncatedByTokenCap: true }) }),
    '(Lines 1–100 of 150. Go on with offset 101.)',
  ])
})

test('a file over 256 KB is refused whole and readable in part', async () => {
  const call = put('0123456\n'.repeat(40_000))
  await expect(read(call)).rejects.toThrow(/more than the 262144 .* offset and limit/)
  expect((await read(call, { offset: 40_000 })).text).toBe('40000→0123456')
})

test.each([
  [
    'a damaged PNG',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
    /looks like an image but cannot be decoded/,
  ],
  ['a damaged PDF', Buffer.from('%PDF-1.7\n'), /looks like a PDF but cannot be read/],
  ['a ZIP archive', Buffer.from('PK\x03\x04 x', 'latin1'), /a ZIP archive .*through Bash/],
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
})

test.each(['/dev/zero', '/dev/null', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/ptmx'])(
  'the device %s is refused',
  async file_path => {
    await expect(read(put(''), { file_path })).rejects.toThrow(/\(a device\)/)
  },
)

test.runIf(process.platform === 'linux')('a descriptor of a device is refused like the device', async () => {
  const descriptor = openSync('/dev/zero', 'r')
  try {
    for (const file_path of [`/dev/fd/${descriptor}`, `/proc/self/fd/${descriptor}`])
      await expect(read(put(''), { file_path })).rejects.toThrow(/\(a device\)/)
  } finally {
    closeSync(descriptor)
  }
})

test('a NUL in the path does not parse', () => {
  expect(readTool.input.safeParse({ file_path: 'a\0b' }).success).toBe(false)
})

test.each([
  ['another extension', 'a.md', /Did you mean .*a\.txt\?/],
  ['another case', 'A.TXT', /Did you mean .*a\.txt\?/],
  ['a slip', 'b.txt', /Did you mean .*a\.txt\?/],
  ['a wrong directory', '/nowhere/a.txt', /Did you mean .*a\.txt\?/],
  ['nothing similar', 'completely-different', /does not exist(?: \(.*\))?\. Look for it with Glob/],
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
    [{ from: 1, to: 1 }],
    [{ from: 1, to: 2 }],
    undefined,
  ])
})

const STUB = /unchanged since you last read this/

test('dedup: the same range of an unchanged file is answered with a short note once, then whole again', async () => {
  const call = put('one\ntwo\n')
  const texts = []
  for (let round = 0; round < 4; round++) texts.push((await read(call)).text)
  const whole = '1→one\n2→two'
  expect(texts).toEqual([whole, expect.stringMatching(STUB), whole, whole])
  expect((await read(call, { limit: 1 })).text).toBe('1→one\n(Lines 1–1 of 2. Go on with offset 2.)')
  expect((await read(call, { limit: 1 })).output).toEqual({
    type: 'file_unchanged',
    file: { filePath: join(call.cwd, 'a.txt') },
  })
})

test('dedup: from line 1 and from the start are the same range, as an attached file has it', async () => {
  const call = put('one\ntwo\n')
  await read(call, { offset: 1, limit: 1 })
  expect((await read(call, { limit: 1 })).text).toMatch(STUB)
})

test('dedup: new content, a new time stamp and an edit of our own are shown', async () => {
  const call = put('one\n')
  const path = join(call.cwd, 'a.txt')
  await read(call)
  writeFileSync(path, 'two\n')
  expect((await read(call)).text).toBe('1→two')
  utimesSync(path, 1, 1)
  expect((await read(call)).text).toBe('1→two')
  await runTool(editTool, { file_path: path, old_string: 'two', new_string: 'six' }, call)
  expect((await read(call)).text).toBe('1→six')
})

test('dedup: what was never shown, or is forgotten with a compaction, is shown', async () => {
  const call = put(Buffer.from('a\0b'))
  await expect(read(call)).rejects.toThrow(/binary/)
  await expect(read(call)).rejects.toThrow(/binary/)
  writeFileSync(join(call.cwd, 'a.txt'), 'x')
  await read(call)
  forgetShown(call.state)
  expect((await read(call)).text).toBe('1→x')
})

test('invisible and directional characters are shown as escapes', async () => {
  const { text } = await read(put('a\u202eb\u200bc👩\u200d💻\n'))
  expect(text).toBe('1→a\\u{202e}b\\u{200b}c👩\u200d💻\n(Invisible characters are shown as \\u{…}.)')
})

test('a screenshot of macOS is found by the name everybody types, and both names are judged', async () => {
  const call = put('x', 'Shot at 3.45.12\u202fPM.txt')
  const typed = 'Shot at 3.45.12 PM.txt'
  const { text } = await read(call, { file_path: typed })
  const input = readTool.input.parse({ file_path: typed })
  expect([text, readTool.access(input, '/w')]).toEqual([
    '1→x',
    [
      { kind: 'read', path: `/w/${typed}` },
      { kind: 'read', path: '/w/Shot at 3.45.12\u202fPM.txt' },
    ],
  ])
})

test('a page number given as a number is taken as text', () => {
  expect(readTool.input.parse({ file_path: 'a', pages: 3 })).toEqual({ file_path: 'a', pages: '3' })
})
