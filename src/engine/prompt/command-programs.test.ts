import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { commandPrograms } from './command-programs.ts'

const NEWER = '/opt/homebrew/bin/bash'

test.each([
  ['linux', '/usr/bin/bash', true, {}],
  ['linux', undefined, true, {}],
  ['linux', undefined, false, { bash: 'none' }],
  ['darwin', undefined, true, { bash: 'old' }],
  ['darwin', '/bin/bash', true, { bash: 'old' }],
  ['darwin', NEWER, true, {}],
] as const)('on %s with the bash %s, and the usual one there: %s', (platform, bash, isThere, expected) => {
  expect(commandPrograms({ platform, path: '', bash }, () => isThere)).toEqual(expected)
})

test('the programs of busybox are known by what they are a link to, and a bash on the path is found', async () => {
  await using tmp = tmpDir()
  const put = (name: string) => writeFileSync(join(tmp.path, name), '', { mode: 0o755 })
  for (const folder of ['small', 'usual']) mkdirSync(join(tmp.path, folder))
  for (const name of ['busybox', 'usual/ls', 'usual/bash']) put(name)
  symlinkSync('../busybox', join(tmp.path, 'small/ls'))
  const at = (folder: string) =>
    commandPrograms({ platform: 'linux', path: join(tmp.path, folder) }, () => false)
  expect([at('small'), at('usual')]).toEqual([{ bash: 'none', smallPrograms: true }, {}])
})
