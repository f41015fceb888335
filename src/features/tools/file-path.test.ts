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
