import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedDirectory } from '../support/needs-program.ts'
import { openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const COMPANION = namedDirectory('CAPSTAN_TEST_CODECOMPANION', 'codecompanion.nvim')
const PLENARY = namedDirectory('CAPSTAN_TEST_PLENARY', 'plenary.nvim')
/** The one of an older Debian does not know the plugin. */
const NVIM = process.env['CAPSTAN_TEST_NVIM'] ?? 'nvim'

/** Runs a script of this folder in an editor without a screen, to its end. */
const edit = (world: World, script: string, env: Readonly<Record<string, string>>) => {
  const args = ['--headless', '-u', 'NONE', '-c', `luafile ${join(import.meta.dirname, script)}`]
  const child = spawn(NVIM, args, {
    cwd: world.project,
    env: { ...world.env, XDG_STATE_HOME: join(world.root, 'state'), PATH: process.env['PATH'], ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(output) : reject(new Error(output))))
  })
}

test.runIf(COMPANION !== undefined && PLENARY !== undefined)(
  'CodeCompanion shows the change first, and its key for "always" writes no rule',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          when: { lastUserText: 'write one' },
          tool: { name: 'Write', input: { file_path: 'one.txt', content: 'first\n' } },
        },
        { text: 'as you wish', repeat: true },
      ],
    })
    const output = await edit(world, 'codecompanion-nvim.lua', {
      CODECOMPANION: COMPANION ?? '',
      PLENARY: PLENARY ?? '',
      CAPSTAN: join(REPOSITORY, 'bin/capstan'),
      KEY: 'g1',
    })
    expect(output).toMatch(/^kinds allow_once allow_always reject_once first diff$/m)
    expect(existsSync(join(world.project, 'one.txt'))).toBe(true)
    expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  },
)
