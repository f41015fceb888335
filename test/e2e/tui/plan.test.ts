import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../../src/engine/plan/part.ts'
import { asked, fileText, idle, requestText } from '../../support/pty/asked.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalOptions } from '../../support/pty/terminal-world.ts'

const PLAN = '# Change the price\n\n1. Read **cart.js**\n2. Fix it\n'
const SESSION = '00000000-0000-4000-8000-00000000e2e1'
const write = { name: 'Write', input: { file_path: 'cart.js', content: 'x\n' } }
const openPlan = async (options: TerminalOptions = {}, ...more: readonly object[]) => {
  const replies: object[] = []
  const terminal = await openTerminalHere(
    { replies },
    {
      ...options,
      args: ['--permission-mode', 'plan', '--session-id', SESSION],
      rows: 30,
      prepare: world => {
        chmodSync(world.put('editor.sh', '#!/bin/sh\nsed -i "s/Fix it/Fix it with care/" "$1"\n'), 0o755)
        const file_path = join(world.config, 'plans', planName(SESSION))
        replies.push(
          { tool: { name: 'Write', input: { file_path, content: PLAN } } },
          { tool: { name: 'ExitPlanMode', input: {} } },
          ...more,
          { text: 'Very well.', repeat: true },
        )
      },
    },
  )
  terminal.say('plan it')
  await asked(terminal, 'Approve this plan?')
  return terminal
}

const shared = shareTerminalHere()

// The first two in this order: the second leaves the mode changed.

test('Shift-Tab goes through the modes and the footer follows', async () => {
  await using terminal = await shared.begin({ replies: [{ text: 'Fine.' }] })
  const { program } = terminal
  for (const badge of ['accept edits', 'plan mode', 'auto: reviewed', 'ask first']) {
    program.key('shift+tab')
    await program.waitFor(badge)
  }
})

test('in plan mode the model is told so, and nothing is changed', async () => {
  await using terminal = await shared.begin({ replies: [{ tool: write }, { text: 'Only planned.' }] })
  const { program, world } = terminal
  for (const badge of ['accept edits', 'plan mode']) {
    program.key('shift+tab')
    await program.waitFor(badge)
  }
  terminal.say('do it')
  await program.waitFor('Only planned.')
  expect(fileText(world, 'cart.js')).toBeUndefined()
  expect(requestText(terminal, 0)).toMatch(/plan mode/i)
})

test('a plan is shown as Markdown; approved with edits it is carried out without a question', async () => {
  await using terminal = await openPlan({}, { tool: write })
  const { program, world } = terminal
  await program.waitFor(/2\. Fix it/)
  expect(program.screen().join('\n')).toContain('Read cart.js')
  program.type('1')
  await program.waitFor('Very well.')
  await program.waitFor('accept edits')
  expect(fileText(world, 'cart.js')).toBe('x\n')
})

test('approved with questions, each edit is asked about', async () => {
  await using terminal = await openPlan({}, { tool: write })
  const { program, world } = terminal
  program.type('2')
  await asked(terminal, 'Create a file')
  await program.waitFor('ask first')
  expect(fileText(world, 'cart.js')).toBeUndefined()
})

test('a plan changed in the editor is what the model reads', async () => {
  await using terminal = await openPlan({ env: { EDITOR: './editor.sh' } })
  const { program } = terminal
  program.key('ctrl+g')
  await program.waitFor('Fix it with care')
  await program.waitFor('This includes your edits.')
  await asked(terminal, 'Yes, and accept edits')
  program.type('2')
  await program.waitFor('Very well.')
  expect(requestText(terminal, 2)).toContain('Fix it with care')
})

test('keep planning with words lets the model go on planning with them', async () => {
  await using terminal = await openPlan()
  const { program } = terminal
  program.type('3')
  await program.waitFor('No:')
  program.type('the tests')
  program.key('enter')
  await program.waitFor('Very well.')
  await program.waitFor('plan mode')
  expect(requestText(terminal, 2)).toContain('The person declined it and says: the tests')
})

test('Esc at a plan stops there and stays in plan mode', async () => {
  await using terminal = await openPlan()
  const { program, world } = terminal
  program.key('escape')
  await program.waitFor('Interrupted')
  await idle(terminal)
  await program.waitFor('plan mode')
  expect(world.server.requests).toHaveLength(2)
})

test('--enable-auto-mode lets Shift-Tab reach auto mode, and says so where it cannot', async () => {
  const options = { columns: 120, args: ['--enable-auto-mode'] }
  const replies = { replies: [{ text: 'Fine.', repeat: true }] }
  await using terminal = await openTerminalHere(replies, options)
  for (const badge of ['accept edits', 'plan mode', 'auto: reviewed']) {
    terminal.program.key('shift+tab')
    await terminal.program.waitFor(badge)
  }
  const prepare = putSettings({ permissions: { disableAutoMode: 'disable' } })
  await using without = await openTerminalHere(replies, { ...options, prepare })
  await without.program.waitFor(/[Aa]uto mode is turned off in settings/)
  for (const badge of ['accept edits', 'plan mode', 'ask first']) {
    without.program.key('shift+tab')
    await without.program.waitFor(badge)
  }
})
