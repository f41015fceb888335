import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { clientPackage, testPackage } from '../support/needs-program.ts'
import { putSettings } from '../support/pty/put-settings.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'

/** Public status lines, with what each of them finds in what it is told. One reads the sessions as well. */
const PROGRAMS = [
  [
    'ccstatusline',
    clientPackage('ccstatusline/dist/ccstatusline.js'),
    [],
    /Model:\sSonnet\s[\d.]+\s.*Ctx:\s[1-9]/,
  ],
  [
    'ccusage',
    testPackage('ccusage/dist/index.js'),
    ['statusline', '--offline', '--no-cache'],
    /Sonnet\s[\d.]+\s.*\$\d+\.\d\d\ssession .*[1-9],\d{3}/,
  ],
] as const

test.skipIf(PROGRAMS.some(([, file]) => file === undefined))(
  'public status lines show the model, the window and the cost of the session they are told of',
  async () => {
    await using terminal = await openTerminalHere(
      { replies: [{ text: 'Fine.', repeat: true }] },
      {
        early: true,
        // What it is told is kept: the programs below need no part in the five seconds that it has.
        prepare(world) {
          const file = join(world.root, 'keep.sh')
          const keep = `env >'${world.root}/env'; cat >'${world.root}/new'; mv '${world.root}/new' '${world.root}/told'; echo kept`
          writeFileSync(file, `#!/bin/sh\n${keep}\n`, { mode: 0o755 })
          putSettings({ statusLine: { type: 'command', command: file } })(world)
        },
      },
    )
    const { program, world } = terminal
    await program.waitFor('kept')
    terminal.say('hello')
    await program.waitFor('Fine.')
    const told = join(world.root, 'told')
    const text = (): string => (existsSync(told) ? readFileSync(told, 'utf8') : '')
    await expect.poll(text).toMatch(/"current_usage":\{/)
    const env = Object.fromEntries(
      readFileSync(join(world.root, 'env'), 'utf8')
        .split('\n')
        .map(line => line.split(/=(.*)/s).slice(0, 2)),
    )
    for (const [, file, args, shows] of PROGRAMS) {
      const output = execFileSync(process.execPath, [file ?? '', ...args], { input: text(), env })
      expect(stripVTControlCharacters(output.toString())).toMatch(shows)
    }
  },
)
