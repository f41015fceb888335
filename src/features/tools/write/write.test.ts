import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
import { writeTool } from './write.ts'

const start = (content?: string) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  if (content !== undefined) writeFileSync(path, content)
  return { call, path }
}
const write = (call: ReturnType<typeof makeToolCall>, content: string, file_path = 'a.txt') =>
  runTool(writeTool, { file_path, content }, call)
const read = (call: ReturnType<typeof makeToolCall>, input = {}) =>
  runTool(readTool, { file_path: 'a.txt', ...input }, call)

test('a new file is created with its directories and exactly the content', async () => {
  const { call } = start()
  const ran = await write(call, 'a\r\nb', 'x/y/z.txt')
  const path = join(call.cwd, 'x/y/z.txt')
  expect({ ...ran, disk: readFileSync(path, 'utf8') }).toEqual({
    output: { type: 'create', filePath: path, content: 'a\r\nb', structuredPatch: [], originalFile: null },
    text: `Created ${path} (2 lines).`,
    failed: false,
    progress: [],
    disk: 'a\r\nb',
  })
})

test('that a file was created is known for longer than the result', async () => {
  const { call } = start()
  const { output } = await write(call, 'a\nb\n', 'new.txt')
  const given = { file_path: 'new.txt', content: 'a\nb\n' }
  const effect = { kind: 'write', text: '/p/new.txt', outcome: 'done' }
  expect(writeTool.effects?.(given, output, '/p')).toEqual([{ ...effect, detail: 'created, 2 lines' }])
  expect(writeTool.effects?.(given, undefined, '/p')).toEqual([effect])
})

test('a file that was read is overwritten, with patch, original and mode', async () => {
  const { call, path } = start('a\nb\n')
  chmodSync(path, 0o751)
  await read(call)
  const { output } = await write(call, 'a\nc\n')
  expect([output, statSync(path).mode & 0o777]).toEqual([
    {
      type: 'update',
      filePath: path,
      content: 'a\nc\n',
      originalFile: 'a\nb\n',
      structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-b', '+c'] }],
    },
    0o751,
  ])
})

test('the given line endings are written as they are, whatever the file had', async () => {
  const { call, path } = start('a\r\nb\r\n')
  await read(call)
  await write(call, 'a\nb\r\nc')
  expect(readFileSync(path, 'utf8')).toBe('a\nb\r\nc')
})

test('a file that was just written can be written again', async () => {
  const { call, path } = start()
  await write(call, '1')
  await write(call, '2')
  expect(readFileSync(path, 'utf8')).toBe('2')
})

test('a file that was not read is left alone', async () => {
  const { call, path } = start('old')
  await expect(write(call, 'new')).rejects.toThrow(/has not been read/)
  expect(readFileSync(path, 'utf8')).toBe('old')
})

test('a file that changed since it was read is left alone', async () => {
  const { call, path } = start('old')
  await read(call)
  writeFileSync(path, 'theirs')
  await expect(write(call, 'new')).rejects.toThrow(/has changed on disk/)
  expect(readFileSync(path, 'utf8')).toBe('theirs')
})

test('a new time stamp alone is no change', async () => {
  const { call, path } = start('old')
  await read(call)
  utimesSync(path, 1, 1)
  await write(call, 'new')
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('a file that was read in part is left alone', async () => {
  const { call } = start('1\n2\n3\n')
  await read(call, { limit: 1 })
  await expect(write(call, 'new')).rejects.toThrow(/Only lines 1–1/)
})

test('a link inside leads to its target and stays a link', async () => {
  const { call } = start('old')
  symlinkSync('a.txt', join(call.cwd, 'link'))
  await runTool(readTool, { file_path: 'link' }, call)
  await write(call, 'new', 'link')
  expect([
    readFileSync(join(call.cwd, 'a.txt'), 'utf8'),
    lstatSync(join(call.cwd, 'link')).isSymbolicLink(),
  ]).toEqual(['new', true])
})

test('links that lead out are refused: of a file, of a directory, and dangling', async () => {
  const { call } = start()
  const outside = makeDirectory()
  writeFileSync(join(outside, 'victim'), 'safe')
  symlinkSync(join(outside, 'victim'), join(call.cwd, 'file'))
  symlinkSync(outside, join(call.cwd, 'dir'))
  symlinkSync(join(outside, 'new'), join(call.cwd, 'dangling'))
  for (const name of ['file', 'dir/victim', 'dangling'])
    await expect(write(call, 'x', name)).rejects.toThrow(/leads out of the working directories/)
  expect([readFileSync(join(outside, 'victim'), 'utf8'), existsSync(join(outside, 'new'))]).toEqual([
    'safe',
    false,
  ])
})

test('directories, pipes and impossible places are told, not thrown through', async () => {
  const { call } = start('x')
  mkdirSync(join(call.cwd, 'dir'))
  makePipe(join(call.cwd, 'pipe'))
  await expect(write(call, 'x', 'dir')).rejects.toThrow(/is a directory/)
  await expect(write(call, 'x', 'pipe')).rejects.toThrow(/named pipe/)
  await expect(write(call, 'x', 'a.txt/b')).rejects.toMatchObject({ name: 'ToolError' })
  await expect(write(call, 'x', '/proc/nowhere/b')).rejects.toMatchObject({ name: 'ToolError' })
  await expect(write(call, 'x', 'n'.repeat(300))).rejects.toMatchObject({ name: 'ToolError' })
})

test('another name of the same file keeps its old content', async () => {
  const { call, path } = start('old')
  linkSync(path, join(call.cwd, 'b.txt'))
  await read(call)
  await write(call, 'new')
  expect(readFileSync(join(call.cwd, 'b.txt'), 'utf8')).toBe('old')
})

test.each([
  ['', '0 lines'],
  ['a', '1 line'],
  ['a\n', '1 line'],
  ['a\nb', '2 lines'],
])('%j is counted as %s', async (content, counted) => {
  const { call, path } = start()
  expect((await write(call, content)).text).toBe(`Created ${path} (${counted}).`)
})

test('an empty file may be written without having been read', async () => {
  const { call, path } = start('')
  await write(call, 'x')
  expect(readFileSync(path, 'utf8')).toBe('x')
})
