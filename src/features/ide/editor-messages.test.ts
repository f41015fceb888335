import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import {
  isRelativeMention,
  readDiffAnswer,
  readFolders,
  readMention,
  readProblems,
  readSelected,
  readSelection,
} from './editor-messages.ts'

const at = (line: number, character = 0) => ({ line, character })
const selection = (start: object, end: object, isEmpty = false) => ({ start, end, isEmpty })

test('a selection is read with lines from one; what is none of that is no selection', () => {
  const filePath = '/p/a.ts'
  const table: readonly (readonly [unknown, unknown])[] = [
    [
      { filePath, text: 'a\nb', selection: selection(at(4), at(5, 1)) },
      { path: filePath, text: 'a\nb', from: 5, to: 6, isEmpty: false },
    ],
    // Whole lines: the caret stands before the next.
    [
      { filePath, text: 'a\n', selection: selection(at(4), at(5, 0)) },
      { path: filePath, text: 'a\n', from: 5, to: 5, isEmpty: false },
    ],
    [
      { filePath, text: '', selection: selection(at(7, 3), at(7, 3), true) },
      { path: filePath, text: '', from: 8, to: 8, isEmpty: true },
    ],
    [
      { filePath, text: null, selection: null },
      { path: filePath, text: '', from: 1, to: 1, isEmpty: true },
    ],
    [
      { filePath, text: 'x', selection: selection(at(9), at(2)) },
      { path: filePath, text: '', from: 10, to: 10, isEmpty: true },
    ],
    [{ filePath: 'a.ts', text: 'x', selection: selection(at(0), at(0, 1)) }, undefined],
    [{ filePath: '/p/\0', text: 'x' }, undefined],
    [{ filePath: `/${'x'.repeat(5_000)}` }, undefined],
    [{ text: 'x' }, undefined],
    [null, undefined],
    ['x', undefined],
  ]
  for (const [params, read] of table) expect(readSelection(params, [])).toEqual(read)
  const long = readSelection({ filePath, text: 'x'.repeat(1e6), selection: selection(at(0), at(0, 1e6)) }, [])
  expect(long?.text.length).toBe(200_000)
})

test('the answer to what is selected is read as the notification is, unless there is nothing', () => {
  const params = { filePath: '/p/a.ts', text: 'a', selection: selection(at(0), at(0, 1)) }
  expect(readSelected([JSON.stringify({ success: true, ...params })], [])).toEqual(readSelection(params, []))
  for (const texts of [[JSON.stringify({ ...params, success: false })], [JSON.stringify(params)], ['x'], []])
    expect(readSelected(texts, [])).toBeUndefined()
})

test('a mention counts its lines from zero', () => {
  const table: readonly (readonly [unknown, unknown])[] = [
    [
      { filePath: '/a', lineStart: 9, lineEnd: 19 },
      { path: '/a', lines: { from: 10, to: 20 } },
    ],
    [
      { filePath: '/a', lineStart: 0, lineEnd: 0 },
      { path: '/a', lines: { from: 1, to: 1 } },
    ],
    [
      { filePath: '/a', lineStart: 5, lineEnd: 2 },
      { path: '/a', lines: { from: 6, to: 6 } },
    ],
    [{ filePath: '/a', lineStart: -1 }, { path: '/a' }],
    [{ filePath: '/a', lineStart: null, lineEnd: null }, { path: '/a' }],
    [{ filePath: 'a' }, undefined],
  ]
  for (const [params, read] of table) expect(readMention(params, [])).toEqual(read)
})

test('what is relative lies in a folder the editor has open: the first that has it, else the first', async () => {
  await using directory = tmpDir()
  const [first, second] = [join(directory.path, 'first'), join(directory.path, 'second')]
  mkdirSync(first)
  mkdirSync(join(second, 'src'), { recursive: true })
  writeFileSync(join(second, 'src/a.ts'), '')
  const table: readonly (readonly [string, string | undefined])[] = [
    ['src/a.ts', join(second, 'src/a.ts')],
    ['./src', join(second, 'src')],
    ['gone.ts', join(first, 'gone.ts')],
    ['file:///p/a%20b.ts', '/p/a b.ts'],
    ['', undefined],
    ['src/a\0.ts', undefined],
  ]
  for (const [filePath, path] of table) {
    expect(readMention({ filePath }, [first, second])?.path).toBe(path)
    expect(readSelection({ filePath }, [first, second])?.path).toBe(path)
  }
})

test('only a relative path needs folders; of the answer about them absolute ones count, where it stands first', () => {
  for (const filePath of ['a.ts', './a', '../a']) expect(isRelativeMention({ filePath })).toBe(true)
  for (const params of [
    { filePath: '/a' },
    { filePath: 'file:///a' },
    { filePath: 3 },
    { filePath: '' },
    null,
  ])
    expect(isRelativeMention(params)).toBe(false)
  const folders = [{ path: '/p' }, { uri: 'file:///q%20r' }, { path: 'rel' }, { path: 7 }, '/s', null]
  expect(readFolders([JSON.stringify({ success: true, rootPath: '/p/src', folders })])).toEqual([
    '/p/src',
    '/p',
    '/q r',
    '/s',
  ])
  for (const texts of [[], ['x'], ['[]'], ['{}'], ['{"folders":3,"rootPath":"."}']])
    expect(readFolders(texts)).toEqual([])
  expect(readFolders([JSON.stringify({ folders: Array(99).fill('/p') })])).toHaveLength(50)
})

test('of what a diff answers only accepted and rejected are decisions', () => {
  expect(readDiffAnswer(['FILE_SAVED', 'text'])).toEqual({ kind: 'accepted', text: 'text' })
  expect(readDiffAnswer(['FILE_SAVED'])).toEqual({ kind: 'accepted' })
  expect(readDiffAnswer(['DIFF_REJECTED', 'tab'])).toEqual({ kind: 'rejected' })
  for (const other of [[], ['TAB_CLOSED'], ['Diffs are disabled'], ['file_saved']])
    expect(readDiffAnswer(other)).toEqual({ kind: 'none' })
})

test('problems are read in both forms editors give them, of the one file and no hints', () => {
  const one = { message: 'bad', severity: 'Error', range: { start: at(2) }, code: 7 }
  const byFile = JSON.stringify([
    { uri: 'file:///p/a%20b.ts', diagnostics: [one, { ...one, severity: 'Hint' }, { severity: 'Error' }] },
    { uri: 'file:///p/other.ts', diagnostics: [one] },
    { uri: 'file://host/p/a b.ts', diagnostics: [one] },
  ])
  expect(readProblems([byFile], ['/p/a b.ts'])).toEqual([
    { line: 3, level: 'error', message: 'bad', code: '7' },
  ])
  const each = [
    { filePath: '/p/a.ts', line: 4, character: 1, severity: 2, message: 'odd' },
    { filePath: '/p/a.ts', line: 4, severity: 3, message: 'info' },
    { filePath: '/p/b.ts', line: 4, severity: 1, message: 'elsewhere' },
  ].map(problem => JSON.stringify(problem))
  expect(readProblems([...each, 'not JSON', '3'], ['/link/a.ts', '/p/a.ts'])).toEqual([
    { line: 4, level: 'warning', message: 'odd' },
  ])
})
