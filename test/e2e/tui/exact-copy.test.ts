import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTmux } from '../../support/needs-program.ts'
import { startPty } from '../../support/pty/program.ts'
import { API_KEY, openWorld, PROGRAM, type World } from '../../support/run-program.ts'

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
const SQL = ['SELECT 1', `  FROM ${'long_name, '.repeat(12)}x`]
const ANSWER = `Here it is:\n\n${fence(CODE)}\n\n1. Run this:\n${fence(SHELL, '   ')}\n2. Done.`

const PARAGRAPH = `${'A sentence 文字 of some words. '.repeat(9)}End.`
const ITEM = `item ${'of a list '.repeat(14)}end`
const PROSE = `# A heading ${'which is long '.repeat(8)}\n\n${PARAGRAPH}\n\n- ${ITEM}\n  - deeper\n\n> ${'quoted '.repeat(20)}\n>\n${fence(SQL, '> ')}\n\nAll said.`

/** The program in a tmux of its own, and all that can be selected there. */
const openTmux = async (world: World) => {
  const socket = join(world.root, 'tmux')
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' })
  const command = ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', process.execPath, PROGRAM]
  const program = startPty(command as [string, ...string[]], {
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
  await program.waitFor('context left')
  const whole = (): string => tmux('capture-pane', '-p', '-J', '-S', '-', '-E', '-')
  return {
    program,
    whole,
    /** How often these lines can be selected as they are. */
    copies: (lines: readonly string[]): number => whole().split(`\n${lines.join('\n')}\n`).length - 1,
    async [Symbol.asyncDispose]() {
      tmux('kill-server')
      await program[Symbol.asyncDispose]()
    },
  }
}

test.skipIf(!hasTmux())(
  'code that is selected in a terminal is the code, byte for byte, at every width and when it streams',
  async () => {
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'at once' }, text: ANSWER },
        { when: { lastUserText: 'bit by bit' }, text: ANSWER, chunkMs: 1 },
      ],
    })
    await using screen = await openTmux(world)
    const { program, whole } = screen
    const copies = () => [CODE, SHELL].map(screen.copies)
    program.type('at once\r')
    await program.waitFor('2. Done.')
    await program.settled()
    expect(copies()).toEqual([1, 1])
    program.type('bit by bit\r')
    await program.waitFor(
      rows => rows.some(row => row.includes('2. Done.')) && whole().split('2. Done.').length === 3,
    )
    await program.settled()
    expect(copies()).toEqual([2, 2])
    // tmux itself breaks what stands there anew.
    program.resize(57, 20)
    await program.settled(400)
    expect(copies()).toEqual([2, 2])
  },
)

test.skipIf(!hasTmux())(
  'with wrapText "terminal" paragraphs, items and messages are selected whole, as outputs and quoted code always are',
  async () => {
    await using world = await openWorld({ replies: [{ text: PROSE, chunkMs: 1 }] })
    mkdirSync(world.config, { recursive: true })
    writeFileSync(join(world.config, 'settings.json'), '{"wrapText": "terminal"}')
    await using screen = await openTmux(world)
    const { program, whole, copies } = screen
    const said = `please ${'say it all '.repeat(12)}again`
    program.type(`${said}\r`)
    await program.waitFor('All said.')
    await program.settled()
    const lines = [[said], [PARAGRAPH], [`• ${ITEM}`, '  • deeper'], SQL]
    expect(lines.map(copies)).toEqual([1, 1, 1, 1])
    expect(whole()).toMatch(/\nA heading (which is long ?){8}\n/)
    program.type(`! printf '  two blanks\\n'; printf 'y%.0s' $(seq 200); echo; echo last\r`)
    // As a line of its own: the command says it, too.
    await program.waitFor(/^last$/)
    await program.settled()
    expect(copies(['  two blanks', 'y'.repeat(200), 'last'])).toBe(1)
    program.resize(57, 20)
    await program.settled(400)
    expect(lines.map(copies)).toEqual([1, 1, 1, 1])
  },
)
