import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { programCommand } from './program-command.ts'

const put = (root: string): string => {
  mkdirSync(join(root, 'bin'), { recursive: true })
  writeFileSync(join(root, 'bin/capstan'), '', { mode: 0o755 })
  return join(root, 'dist/cli.mjs')
}

test('where the shell does not find the program, its path is what works as typed', async () => {
  await using tmp = tmpDir()
  const script = put(tmp.path)
  expect(programCommand({ PATH: '/nowhere' }, script)).toBe(join(tmp.path, 'bin/capstan'))
  expect(programCommand({ PATH: `/nowhere:${join(tmp.path, 'bin')}` }, script)).toBe('capstan')
})

test('a path a shell would take apart is quoted', async () => {
  await using tmp = tmpDir()
  const root = join(tmp.path, "it's here")
  expect(programCommand({}, put(root))).toBe(`'${tmp.path}/it'\\''s here/bin/capstan'`)
})
