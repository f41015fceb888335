import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { readTool } from '../read/read.ts'
import { editTool } from './edit.ts'

const start = async (content: string | Uint8Array) => {
  const call = makeToolCall()
  const path = join(call.cwd, 'a.txt')
  writeFileSync(path, content)
  await runTool(readTool, { file_path: 'a.txt' }, call)
  const edit = (old_string: string, new_string: string, file_path = 'a.txt') =>
    runTool(editTool, { file_path, old_string, new_string }, call)
  return { call, path, edit }
}
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

test.each([
  ['a byte order mark', Buffer.from('\ufeffone\n'), Buffer.from('\ufeff1\n')],
  ['little endian UTF-16', utf16('one é\n'), utf16('1 é\n')],
  ['big endian UTF-16', utf16('one é\n').swap16(), utf16('1 é\n').swap16()],
  ['a missing final newline', Buffer.from('a\none'), Buffer.from('a\n1')],
  ['a final newline', Buffer.from('a\none\n\n'), Buffer.from('a\n1\n\n')],
  ['line ends of both kinds', Buffer.from('a\r\none\nb\r\n'), Buffer.from('a\r\n1\nb\r\n')],
  ['blanks at line ends', Buffer.from('a  \none\t\n'), Buffer.from('a  \n1\t\n')],
])('an edit keeps %s', async (_name, before, after) => {
  const { path, edit } = await start(before)
  await edit('one', '1')
  expect(readFileSync(path)).toEqual(after)
})

test('a new time stamp alone is no change', async () => {
  const { path, edit } = await start('one\n')
  utimesSync(path, 1, 1)
  expect((await edit('one', '1')).text).toBe(`Edited ${path}.`)
})

test('a link inside leads to its target and stays a link', async () => {
  const { call, path, edit } = await start('one\n')
  symlinkSync('a.txt', join(call.cwd, 'link'))
  mkdirSync(join(call.cwd, 'dir'))
  symlinkSync('../link', join(call.cwd, 'dir/again'))
  await edit('one', '1', 'dir/again')
  expect([
    readFileSync(path, 'utf8'),
    lstatSync(join(call.cwd, 'link')).isSymbolicLink(),
    lstatSync(join(call.cwd, 'dir/again')).isSymbolicLink(),
  ]).toEqual(['1\n', true, true])
})

test('edits of one file at the same time lose nothing and leave no other file', async () => {
  const { call, path, edit } = await start('a b c d e f g h')
  await Promise.all([...'abcdefgh'].map(letter => edit(letter, letter.toUpperCase())))
  expect([readFileSync(path, 'utf8'), readdirSync(call.cwd)]).toEqual(['A B C D E F G H', ['a.txt']])
})
