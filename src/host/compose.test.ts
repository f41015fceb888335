import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { parseArgs } from '../cli/args/parse-args.ts'
import { chooseMode, findPlace } from './compose.ts'
import type { Gathered } from './gather-settings.ts'

test('a directory that is gone is said in a sentence', async () => {
  await using tmp = tmpDir()
  const from = { env: { HOME: tmp.path }, version: '0', argv: [], cwd: join(tmp.path, 'gone') }
  expect(() => findPlace(from)).toThrow(
    expect.objectContaining({
      name: 'ExitError',
      code: 1,
      message: expect.stringContaining('Was it deleted or moved?'),
    }),
  )
})

const modeWith = (args: readonly string[], permissions: object) => {
  const parsed = parseArgs(['-p', ...args, 'go'])
  if (parsed.kind !== 'run') throw new Error('no run')
  const gathered = { settings: { permissions }, rules: [], hooks: {}, warnings: [] } as unknown as Gathered
  const said: string[] = []
  const from = { env: { IS_SANDBOX: '1' }, version: '0', argv: [] }
  return { mode: chooseMode({ options: parsed.options, gathered, from }, text => said.push(text)), said }
}

test('auto mode is chosen by flag or by settings, unless settings switch it off', () => {
  const flag = ['--permission-mode', 'auto']
  const off = { disableAutoMode: 'disable' }
  expect(modeWith(flag, {})).toEqual({ mode: 'auto', said: [] })
  expect(modeWith([], { defaultMode: 'auto' })).toEqual({ mode: 'auto', said: [] })
  const said = ['Auto mode is switched off by settings ("disableAutoMode"). Going on in mode default.']
  expect(modeWith(flag, off)).toEqual({ mode: 'default', said })
  expect(modeWith([], { ...off, defaultMode: 'auto' })).toEqual({ mode: 'default', said })
  expect(modeWith(['--permission-mode', 'plan'], off)).toEqual({ mode: 'plan', said: [] })
})
