import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../../src/engine/plan/part.ts'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import { asked } from '../../support/pty/asked.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal, type WorldOptions } from '../../support/pty/terminal-world.ts'
import { visibleBytes } from '../../support/pty/visible-bytes.ts'
import { openWorld } from '../../support/run-program.ts'

const ESC = '\u001b'
/** As it may stand in an address. */
const MACHINE = /^[A-Za-z\d.-]{1,253}$/.test(hostname()) ? hostname() : ''
const LONG = `src/${'deep/'.repeat(20)}a.ts:7`
const HOSTILE = `${ESC}]8;;file:///etc/passwd${ESC}\\owned${ESC}]8;;${ESC}\\ \u009d8;;file:///etc/shadow\u0007x`

const scenario: Scenario = {
  replies: [
    { tool: { name: 'Read', input: { file_path: 'src/a.ts' } } },
    { tool: { name: 'Bash', input: { command: 'cat hostile' } } },
    {
      text: `Look at src/a.ts:2, \`src/a.ts:1:3\` and owner/repo#12 (not \`o/r#3\`, ../b.ts:1 or [o/r#4](https://ok.example/)).\n\n${LONG}\n\n${HOSTILE}\n\nThe end.`,
    },
  ],
}

const options = (
  env: Readonly<Record<string, string | undefined>>,
  origin = 'git@github.com:me/app.git',
): WorldOptions => ({
  env,
  prepare: world => {
    world.put('src/a.ts', 'const a = 1\n')
    world.put('hostile', `${HOSTILE}\n`)
    world.put('.git/HEAD', 'ref: refs/heads/main\n')
    world.put('.git/config', `[remote "origin"]\n\turl = ${origin}\n`)
  },
})

/** Targets of links, each once. */
const targetsIn = (bytes: string): readonly string[] =>
  [...new Set(Array.from(bytes.matchAll(/␛\]8;[^;]*;([^␛␇]+)/g), ([, target = '']) => target))].sort()

test('what a terminal can open is a link, by its id also over two rows, and foreign sequences stay text', async () => {
  await using terminal = await openTerminal(scenario, options({ FORCE_HYPERLINK: '1' }))
  const { program, world } = terminal
  terminal.say('go')
  await program.waitFor(
    rows => rows.some(row => row.includes('The end.')) && !rows.join('').includes('Esc stop'),
  )
  await program.settled()
  const bytes = visibleBytes(program)
  const base = `file://${MACHINE}${encodeURI(world.project)}`
  expect(targetsIn(bytes)).toEqual(
    [
      `${base}/src/a.ts`,
      `${base}/${LONG.replace(/:7$/, '')}`,
      'https://github.com/owner/repo/issues/12',
      'https://ok.example/',
    ].sort(),
  )
  const ids = Array.from(bytes.matchAll(/␛\]8;id=([a-z0-9]+);[^␛]*deep\/a\.ts␛/g), ([, id]) => id)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
  expect(program.screen().join('\n')).toContain('\\u{1b}]8;;file:///etc/passwd')
  // Every link ends in the row it began in.
  for (const row of bytes.split('␊'))
    expect(row.lastIndexOf('␛]8;id')).toBeLessThanOrEqual(Math.max(0, row.lastIndexOf('␛]8;;␛')))
  // The whole view searches what one reads, not where it leads.
  program.key('ctrl+o')
  await program.waitFor(() => program.isAlternate())
  program.type('/')
  program.type('owner/repo#12')
  program.key('enter')
  await program.waitFor(rows => rows.some(row => row.includes('owner/repo#12')))
  program.key('escape')
})

test('issues are where the repository is at home', async () => {
  await using terminal = await openTerminalHere(
    scenario,
    options({ FORCE_HYPERLINK: '1' }, 'https://git.example.org/me/app.git'),
  )
  terminal.say('go')
  await terminal.program.waitFor('The end.')
  await terminal.program.settled()
  expect(targetsIn(visibleBytes(terminal.program))).toContain('https://git.example.org/owner/repo/issues/12')
})

test.each([
  { FORCE_HYPERLINK: '0' },
  { STY: '1.screen' },
  { TMUX: '/tmp/t', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' },
])('with %j nothing is a link', async env => {
  await using terminal = await openTerminalHere(scenario, options(env))
  terminal.say('go')
  await terminal.program.waitFor('The end.')
  await terminal.program.settled()
  expect(visibleBytes(terminal.program)).not.toContain('␛]8')
})

test('what goes into a pipe has no links, whatever was asked for', async () => {
  for (const args of [
    ['-p', 'go'],
    ['-p', 'go', '--output-format', 'stream-json', '--verbose'],
  ]) {
    await using world = await openWorld(scenario)
    options({}).prepare?.(world)
    const { stdout, code } = await world.run(args, { env: { FORCE_HYPERLINK: '1' } })
    expect(code).toBe(0)
    expect(stdout).toContain('owner/repo#12')
    expect(stdout).not.toMatch(/\]8;id=|github\.com\/owner|file:\/\/[^/e]/)
  }
})

test('a plan that waits for an answer has its links in a dialog, in as many columns as without', async () => {
  const session = '00000000-0000-4000-8000-00000000e2e4'
  const replies: object[] = []
  await using terminal = await openTerminalHere({ replies } as Scenario, {
    env: { FORCE_HYPERLINK: '1' },
    args: ['--permission-mode', 'plan', '--session-id', session],
    prepare: world => {
      const file_path = join(world.config, 'plans', planName(session))
      const content = '1. Change `src/a.ts:2` for owner/repo#12 now\n'
      replies.push(
        { tool: { name: 'Write', input: { file_path, content } } },
        { tool: { name: 'ExitPlanMode', input: {} } },
        { text: 'Very well.', repeat: true },
      )
    },
  })
  terminal.say('plan it')
  await asked(terminal, 'Approve this plan?')
  const { program, world } = terminal
  expect(program.screen().join('\n')).toContain('1. Change src/a.ts:2 for owner/repo#12 now')
  expect(targetsIn(visibleBytes(program))).toEqual([
    `file://${MACHINE}${encodeURI(world.project)}/src/a.ts`,
    'https://github.com/owner/repo/issues/12',
  ])
})
