import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTmux } from '../../support/needs-program.ts'
import { startPty } from '../../support/pty/program.ts'
import { API_KEY, openWorld, PROGRAM } from '../../support/run-program.ts'

const CODE = [
  '#!/usr/bin/env python3',
  `WORDS = [${Array.from({ length: 30 }, (_, at) => `"word ${at}"`).join(', ')}]`,
  'def f(a):',
  '    if a:',
  `        return "${'中文'.repeat(60)}"`,
  '',
  `    return  ${'x'.repeat(90)}   # two blanks, then three`,
]
const SHELL = [`curl -s 'https://example.test/${'a/'.repeat(60)}' |`, '  jq .', 'exit']
const fence = (lines: readonly string[], indent = '') =>
  [`${indent}\`\`\``, ...lines.map(line => (line === '' ? line : indent + line)), `${indent}\`\`\``].join(
    '\n',
  )
const ANSWER = `Here it is:\n\n${fence(CODE)}\n\n1. Run this:\n${fence(SHELL, '   ')}\n2. Done.`

test.skipIf(!hasTmux())(
  'code that is selected in a terminal is the code, byte for byte, at every width and when it streams',
  async () => {
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'at once' }, text: ANSWER },
        { when: { lastUserText: 'bit by bit' }, text: ANSWER, chunkMs: 1 },
      ],
    })
    const socket = join(world.root, 'tmux')
    const tmux = (...args: readonly string[]): string =>
      execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' })
    const command = ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', process.execPath, PROGRAM]
    await using program = startPty(command as [string, ...string[]], {
      columns: 80,
      rows: 24,
      cwd: world.project,
      env: {
        HOME: world.home,
        CAPSTAN_CONFIG_DIR: world.config,
        ANTHROPIC_BASE_URL: world.server.url,
        ANTHROPIC_API_KEY: API_KEY,
      },
    })
    const whole = (): string => tmux('capture-pane', '-p', '-J', '-S', '-', '-E', '-')
    const copies = (): number => whole().split(`\n${CODE.join('\n')}\n`).length - 1
    const shellCopies = (): number => whole().split(`\n${SHELL.join('\n')}\n`).length - 1
    await program.waitFor('context left')
    program.type('at once\r')
    await program.waitFor('2. Done.')
    await program.settled()
    expect([copies(), shellCopies()]).toEqual([1, 1])
    program.type('bit by bit\r')
    await program.waitFor(
      screen => screen.some(row => row.includes('2. Done.')) && whole().split('2. Done.').length === 3,
    )
    await program.settled()
    expect([copies(), shellCopies()]).toEqual([2, 2])
    // tmux itself breaks what stands there anew.
    program.resize(57, 20)
    await program.settled(400)
    expect([copies(), shellCopies()]).toEqual([2, 2])
    tmux('kill-server')
  },
)
