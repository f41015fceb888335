import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { absolutePath } from './file-path.ts'

test.each([
  ['an absolute path', '/etc/x', '/etc/x'],
  ['a path relative to the directory of the call', 'sub/x', '/work/sub/x'],
  ['ways up and detours', './a/../../x', '/x'],
  ['the home directory', '~', homedir()],
  ['a path in the home directory', '~/notes/x', join(homedir(), 'notes/x')],
  ['a tilde that is part of a name', 'a~/x~', '/work/a~/x~'],
])('%s is understood', (_name, given, path) => {
  expect(absolutePath(given, '/work')).toBe(path)
})

test('under a user id without a name and a home paths are read all the same', () => {
  const home = (): string => {
    throw new Error('uv_os_homedir returned ENOENT')
  }
  expect(['/etc/x', 'sub/x', '~', '~/x'].map(path => absolutePath(path, '/work', home))).toEqual([
    '/etc/x',
    '/work/sub/x',
    '/work/~',
    '/work/~/x',
  ])
})
