import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOWED, asked, idle, untilFile } from '../../support/pty/asked.ts'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { eventually, type World } from '../../support/run-program.ts'
import { tmpDir } from '../../support/tmp-dir.ts'

// Names of actions in a keybindings file that was written for another program, each at work.

const putKeys = (
  { config }: Pick<World, 'config'>,
  context: string,
  bindings: Readonly<Record<string, string>>,
): void => {
  mkdirSync(config, { recursive: true })
  writeFileSync(join(config, 'keybindings.json'), JSON.stringify({ bindings: [{ context, bindings }] }))
}

test.each(['chat:clearInput', 'chat:clearScreen'])(
  '%s draws the screen anew and keeps the text',
  async action => {
    await using terminal = await openTerminalHere(
      { replies: [{ text: 'Fine.' }] },
      { prepare: world => putKeys(world, 'Chat', { f2: action }) },
    )
    const { program } = terminal
    terminal.say('hello')
    await program.waitFor('Fine.')
    await idle(terminal)
    program.type('a draft')
    await boxShows(terminal, 'a draft')
    await program.settled()
    const before = program.raw.length
    program.key('f2')
    const since = (): string =>
      program.raw
        .slice(before)
        .map(({ bytes }) => bytes)
        .join('')
    await program.waitFor(() => since().includes('a draft'))
    await boxShows(terminal, 'a draft')
    expect(program.lines().join('\n')).toContain('Fine.')
  },
)

const agent = (name: string, more: object = {}) => ({
  name: 'Agent',
  input: {
    description: `look at ${name}`,
    prompt: `SUBTASK ${name}`,
    subagent_type: 'general-purpose',
    name,
    ...more,
  },
})

const LINKS = {
  permissions: ALLOWED.permissions,
  footerLinksRegexes: [
    {
      type: 'regex',
      pattern: '\\b(?<key>PROJ-\\d+)\\b',
      url: 'https://issues.example/{key}',
      label: '{key}',
    },
  ],
}

test('footer actions go from one part of the line below the prompt to the next, open one, and take a link away', async () => {
  const browser = tmpDir()
  const script = join(browser.path, 'shows-it')
  const shown = join(browser.path, 'shown')
  writeFileSync(script, `#!/bin/sh\necho "$1" > "${shown}"\n`, { mode: 0o755 })
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: untilFile('go'), when: { lastUserText: 'GO' } },
        { text: 'See PROJ-1 and PROJ-2.', when: { toolResult: { tool: 'Bash' } } },
        { text: 'Heard.', repeat: true },
      ],
    },
    {
      columns: 140,
      env: { BROWSER: 'shows-it', PATH: `${browser.path}:${process.env['PATH']}` },
      prepare: world => {
        putSettings(LINKS)(world)
        putKeys(world, 'Footer', { f2: 'footer:next', f3: 'footer:previous' })
      },
    },
  )
  const { program, world } = terminal
  terminal.say('GO')
  await program.waitFor('Running Bash')
  program.key('ctrl+b')
  await program.waitFor('1 command (↓ view)')
  await program.waitFor(/PROJ-1 · PROJ-2/)
  await idle(terminal)
  program.key('down')
  await program.waitFor('❯ 1 command (Enter view)')
  program.key('f2')
  await program.waitFor('❯ PROJ-1 (Enter open)')
  program.key('right')
  await program.waitFor('❯ PROJ-2 (Enter open)')
  // The last one stays.
  program.key('down')
  program.key('f3')
  await program.waitFor('❯ PROJ-1 (Enter open)')
  program.key('backspace')
  await program.waitFor('1 command (↓ view) · PROJ-2')
  program.key('down')
  program.key('right')
  await program.waitFor('❯ PROJ-2 (Enter open)')
  program.key('left')
  await program.waitFor('❯ 1 command (Enter view)')
  program.key('up')
  await program.waitFor('1 command (↓ view)')
  program.key('down')
  await program.waitFor('❯ 1 command (Enter view)')
  program.key('escape')
  await program.waitFor('1 command (↓ view)')
  program.key('down')
  program.key('right')
  await program.waitFor('❯ PROJ-2 (Enter open)')
  program.key('enter')
  await program.waitFor('Opened in your browser')
  await eventually(
    () => existsSync(shown) && readFileSync(shown, 'utf8') === 'https://issues.example/PROJ-2\n',
  )
  // What is typed is for the prompt.
  program.key('down')
  await program.waitFor('❯ 1 command (Enter view)')
  program.type('x')
  await boxShows(terminal, 'x')
  await program.waitFor('1 command (↓ view)')
  program.key('backspace')
  await boxShows(terminal, '')
  program.key('down')
  program.key('enter')
  await program.waitFor('Background tasks')
  await program.waitFor(/while \[ ! -e go/)
  program.key('escape')
  world.put('go', '')
  await program.waitFor('Heard.')
  await idle(terminal)
})

test('chat:killAgents stops every background agent at its second press, and only those', async () => {
  await using terminal = await openTerminalHere(
    {
      replies: [
        {
          tools: [agent('ann', { run_in_background: true }), agent('bob', { run_in_background: true })],
          when: { lastUserText: 'GO' },
        },
        { tool: untilFile('never-ann'), when: { lastUserText: 'SUBTASK ann' } },
        { tool: untilFile('never-bob'), when: { lastUserText: 'SUBTASK bob' } },
        { text: 'They work.', when: { toolResult: { tool: 'Agent' } } },
        { text: 'Heard.', repeat: true },
      ],
    },
    {
      prepare: world => {
        putSettings(ALLOWED)(world)
        putKeys(world, 'Chat', { f2: 'chat:killAgents' })
      },
    },
  )
  const { program } = terminal
  terminal.say('GO')
  await program.waitFor('They work.')
  await program.waitFor('2 agents (↓ view)')
  await idle(terminal)
  program.key('f2')
  await program.waitFor('again to stop all background agents')
  expect(program.screen().join('\n')).not.toContain('Stopped')
  program.key('f2')
  await program.waitFor('Stopped 2 background agents')
  await program.waitFor(screen => !screen.join('\n').includes('agents (↓ view)'))
  await idle(terminal)
  program.key('f2')
  await program.waitFor('No background agent is running')
})

test('permission:toggleDebug shows what a question was decided with, and hides it again', async () => {
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: { name: 'Bash', input: { command: 'touch made' } } },
        { text: 'Very well.', repeat: true },
      ],
    },
    {
      columns: 200,
      rows: 40,
      prepare: world => putKeys(world, 'Confirmation', { f2: 'permission:toggleDebug' }),
    },
  )
  const { program } = terminal
  terminal.say('go')
  await asked(terminal, 'touch made')
  expect(program.screen().join('\n')).not.toContain('Decision:')
  program.key('f2')
  await program.waitFor(/Call: Bash · toolu_/)
  const shown = program.screen().join('\n')
  expect(shown).toMatch(/Mode: default/)
  expect(shown).toMatch(/Decision: ask · \w+/)
  expect(shown).toContain('"ruleContent":"touch made"')
  expect(shown).toContain('Input: {"command":"touch made"}')
  program.key('f2')
  await program.waitFor(screen => !screen.join('\n').includes('Decision:'))
  program.key('escape')
  await idle(terminal)
})
