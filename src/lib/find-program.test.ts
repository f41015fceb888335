import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../test/support/tool-call.ts'
import { findProgram, searchPath } from './find-program.ts'

test('the first directory with a program of that name counts; relative and missing ones do not', () => {
  const root = makeDirectory()
  for (const [name, mode] of [
    ['plain', 0o644],
    ['one', 0o755],
    ['two', 0o755],
  ] as const) {
    mkdirSync(join(root, name))
    writeFileSync(join(root, name, 'tool'), '', { mode })
  }
  const at = (...names: readonly string[]) =>
    findProgram('tool', names.map(name => (name.startsWith('.') ? name : join(root, name))).join(delimiter))
  expect(at('.', 'gone', 'plain', 'two', 'one')).toBe(join(root, 'two', 'tool'))
  expect(at('./one', '', 'plain')).toBeUndefined()
})

test('a directory of that name is no program', () => {
  const root = makeDirectory()
  mkdirSync(join(root, 'tool'))
  expect(findProgram('tool', root)).toBeUndefined()
})

const onWindows = (name: string, path: string, more: { readonly endings?: string } = {}) => {
  const files = [
    'C:\\one\\git.CMD',
    'C:\\two\\git.EXE',
    'C:\\two\\git',
    'C:\\a b\\x.EXE',
    '\\\\srv\\bin\\x.EXE',
    'C:\\one\\y.PS1',
  ]
  const isProgram = (file: string): boolean => files.some(each => each.toLowerCase() === file.toLowerCase())
  return findProgram(name, path, { paths: win32, isProgram, ...more })
}

test.each<[string, string, string | undefined, string?]>([
  ['git', 'C:\\two', 'C:\\two\\git.EXE'],
  ['git', 'C:\\one;C:\\two', 'C:\\one\\git.CMD'],
  ['git.exe', 'C:\\one;C:\\two', 'C:\\two\\git.exe'],
  // A file without an ending is nothing that Windows runs.
  ['git', 'C:\\two', undefined, '.PS1'],
  ['y', 'C:\\one', 'C:\\one\\y.PS1', '.EXE;.PS1'],
  ['y', 'C:\\one', undefined],
  ['x', '"C:\\a b";\\\\srv\\bin', 'C:\\a b\\x.EXE'],
  ['x', '\\\\srv\\bin', '\\\\srv\\bin\\x.EXE'],
  ['git', 'C:/two', 'C:\\two\\git.EXE'],
  // Where these lead depends on the directory one is in, or on its drive.
  ['git', '.;;two;C:two;\\two', undefined],
])('on Windows %s on %s is %s', (name, path, found, endings) => {
  expect(onWindows(name, path, endings === undefined ? {} : { endings })).toBe(found)
})

test('the directories to look in are found under the name each system has for them', () => {
  expect(searchPath({ Path: 'C:\\w' }, 'win32')).toBe('C:\\w')
  expect(searchPath({ PATH: 'C:\\w' }, 'win32')).toBe('C:\\w')
  expect(searchPath({ PATH: '/bin', Path: '/elsewhere' }, 'linux')).toBe('/bin')
  expect(searchPath({ Path: '/elsewhere' }, 'linux')).toBe('')
  expect(searchPath({}, 'win32')).toBe('')
})
