import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { selfCommand } from './self-command.ts'
import { thisProgram } from './this-program.ts'

test('a launcher of the person goes before the program; one of a folder does not, and one that is gone starts nothing', async () => {
  await using tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  for (const name of ['home', 'config', 'project/.capstan']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('launcher'), '#!/bin/sh\nexec "$@"\n')
  chmodSync(at('launcher'), 0o755)
  const env = { HOME: at('home'), CAPSTAN_CONFIG_DIR: at('config'), PATH: '/usr/bin:/bin' }
  const from = { env, cwd: at('project') }
  const { command } = thisProgram()
  const set = (file: string, value: string): void =>
    writeFileSync(at(file), JSON.stringify({ processWrapper: value }))
  set('project/.capstan/settings.json', at('launcher'))
  expect(selfCommand(from)).toEqual(command)
  set('config/settings.json', `${at('launcher')} --profile x`)
  expect(selfCommand(from)).toEqual([at('launcher'), '--profile', 'x', ...command])
  const other = { ...from, env: { ...env, CLAUDE_CODE_PROCESS_WRAPPER: 'env' } }
  expect(selfCommand(other)[0]).toMatch(/\/env$/)
  set('config/settings.json', at('gone'))
  expect(() => selfCommand(from)).toThrow(/gone of processWrapper was not found/)
})
