import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { checkMemoryDirectory } from './check-directory.ts'

const home = makeDirectory()
const facts = {
  home,
  cwd: join(home, 'work', 'app'),
  configHome: join(home, '.capstan'),
  caseSensitive: true,
}
for (const directory of ['.ssh', '.capstan/projects/p/memory', 'work/app', 'notes'])
  mkdirSync(join(home, directory), { recursive: true })
symlinkSync(join(home, '.ssh'), join(home, 'innocent'))
symlinkSync(join(home, 'notes'), join(home, 'to-notes'))

test.each<[string, string, string]>([
  ['the usual place', join(home, '.capstan/projects/p/memory'), join(home, '.capstan/projects/p/memory')],
  ['a place of its own', join(home, 'notes'), join(home, 'notes')],
  ['one that does not exist yet', join(home, 'new', 'memory'), join(home, 'new', 'memory')],
  ['one below the project', join(home, 'work/app/memory'), join(home, 'work/app/memory')],
  ['a link to such a place', join(home, 'to-notes'), join(home, 'notes')],
  [
    'the place another program uses',
    join(home, '.claude/projects/p/memory'),
    join(home, '.claude/projects/p/memory'),
  ],
])('takes %s', (_, path, real) => {
  expect(checkMemoryDirectory(path, facts)).toEqual({ ok: true, path: real })
})

test.each<[string, string]>([
  ['a relative path', 'memory'],
  ['nothing', ''],
  ['the root', '/'],
  ['a child of the root', '/memory'],
  ['going up', `${home}/notes/../.ssh`],
  ['a NUL byte', `${home}/notes\0`],
  ['a network path', '//server/share/memory'],
  ['a Windows network path', '\\\\server\\share'],
  ['the home directory', home],
  ['the home directory with a slash', `${home}/`],
  ['the project', join(home, 'work/app')],
  ['what holds the project', join(home, 'work')],
  ['the place of the settings', join(home, '.capstan')],
  ['another place beside the settings', join(home, '.capstan/hooks')],
  ['keys', join(home, '.ssh/memory')],
  ['keys in other letters', join(home, '.SSH/memory')],
  ['keys behind a link', join(home, 'innocent')],
  ['below a link to keys', join(home, 'innocent/memory')],
  ['a repository', join(home, 'work/app/.git/memory')],
  ['settings of a project', join(home, 'work/app/.claude/memory')],
  ['the system', '/etc/capstan/memory'],
])('refuses %s', (_, path) => {
  expect(checkMemoryDirectory(path, facts)).toEqual({ ok: false, why: expect.any(String) })
})
