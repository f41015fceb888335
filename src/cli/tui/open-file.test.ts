import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { editorWords, openFile } from './open-file.ts'

test.each([
  ['vim', ['+7', '/a b.ts']],
  ['/usr/bin/nano -w', ['+7', '/a b.ts']],
  ['code --wait', ['--goto', '/a b.ts:7']],
  ['hx', ['/a b.ts:7']],
  ['my-editor', ['/a b.ts']],
])('%s is told the line as %j', (command, words) => {
  expect(editorWords(command, { path: '/a b.ts', line: 7 })).toEqual(words)
  expect(editorWords(command, { path: '/a b.ts' })).toEqual(['/a b.ts'])
})

test('the editor gets the file itself, whatever it is called', async () => {
  await using tmp = tmpDir()
  const editor = join(tmp.path, 'vim')
  writeFileSync(editor, `#!/bin/sh\nprintf '%s\\n' "$@" > "${tmp.path}/told"\n`)
  chmodSync(editor, 0o755)
  const path = join(tmp.path, "it's $(touch x).md")
  const place = { cwd: tmp.path, env: { EDITOR: editor, PATH: '/usr/bin:/bin' } }
  expect(await openFile({ path, line: 3 }, place)).toBeUndefined()
  expect(readFileSync(join(tmp.path, 'told'), 'utf8')).toBe(`+3\n${path}\n`)
})

test('an editor that is not there is said', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'a')
  expect(englishOf(await openFile({ path }, { cwd: tmp.path, env: { PATH: '' } }))).toContain(
    'No editor found',
  )
  expect(
    englishOf(
      await openFile({ path }, { cwd: tmp.path, env: { EDITOR: 'no-such-editor', PATH: '/usr/bin:/bin' } }),
    ),
  ).toContain('was not found')
})
