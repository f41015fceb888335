import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idle, requestText } from '../../support/pty/asked.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'
import type { World } from '../../support/run-program.ts'

/** With its day when that is tomorrow. */
const NEXT = /assistant mode, next (\d{4}-\d\d-\d\d )?\d\d:\d\d/
/** The same in 40 columns. */
const SHORT = /assistant (\d{4}-\d\d-\d\d )?\d\d:\d\d/
const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

/** A status line of the person's own, which says nothing of it. */
const withScript = (world: World): void => {
  const file = join(world.root, 'statusline.sh')
  writeFileSync(file, '#!/bin/sh\necho my own line\n')
  chmodSync(file, 0o755)
  putSettings({ statusLine: { type: 'command', command: file } })(world)
}

test('/assistant in a running session: the screen says that it is on and when it checks in, also below a status line of the person; it is kept on resume', async () => {
  await using terminal = await openTerminal(FINE, { columns: 40, prepare: withScript, early: true })
  const { program } = terminal
  await program.waitFor('my own line')
  await idle(terminal)
  terminal.say('hello')
  await program.waitFor('Fine.')
  expect(program.screen().join('\n')).not.toContain('assistant mode')
  terminal.say('/assistant on')
  await program.waitFor(SHORT)
  await program.waitFor('my own line')
  terminal.say('again')
  await expect.poll(() => terminal.world.server.requests.length).toBe(2)
  await program.waitFor(SHORT)
  expect(requestText(terminal, 0)).not.toContain('Assistant mode is on')
  expect(requestText(terminal, 1)).toContain('Assistant mode is on')
  terminal.say('/exit')
  await program.exit
  const later = await terminal.again({ args: ['--continue'], columns: 100, early: true })
  await later.waitFor(NEXT)
  later.type('/assistant off')
  later.key('enter')
  await later.waitFor(screen => !NEXT.test(screen.join('\n')))
})

test('the setting "assistant" begins sessions in it; an agent speaks behind our words then, and in their place otherwise', async () => {
  const agents = JSON.stringify({ poet: { description: 'd', prompt: 'You write poems.', tools: ['Read'] } })
  await using terminal = await openTerminalHere(FINE, {
    args: ['--agents', agents, '--agent', 'poet'],
    // Wide enough for all of the status line.
    columns: 120,
    prepare: putSettings({ assistant: true }),
  })
  await terminal.program.waitFor('assistant mode')
  terminal.say('hello')
  await terminal.program.waitFor('Fine.')
  const { system, tools } = JSON.parse(requestText(terminal, 0)) as {
    readonly system: readonly { readonly text: string }[]
    readonly tools: readonly { readonly name: string }[]
  }
  expect(system[0]?.text).toContain('You are Capstan')
  expect(system.at(-1)?.text).toBe('You write poems.')
  expect(tools.map(({ name }) => name)).toEqual(['Read'])
})

test('/brief shows only what the model sent with Brief, and /brief off everything again', async () => {
  await using terminal = await openTerminalHere({
    replies: [
      { text: 'Looking around.', tool: { name: 'Brief', input: { message: 'The build is green.' } } },
      { text: 'All of this is my own business.' },
      { text: 'Here I am.', repeat: true },
    ],
  })
  const { program } = terminal
  terminal.say('/brief')
  await program.waitFor('Only messages sent with Brief')
  terminal.say('hello')
  await program.waitFor('The build is green.')
  await expect.poll(() => terminal.world.server.requests.length).toBe(2)
  await idle(terminal)
  const screen = program.screen().join('\n')
  expect(screen).not.toContain('Looking around')
  expect(screen).not.toContain('my own business')
  expect(screen).toContain('hello')
  terminal.say('/brief off')
  await program.waitFor('Everything is shown')
  terminal.say('and now?')
  await program.waitFor('Here I am.')
})

test('--brief begins so: only what the model sent with Brief is shown', async () => {
  await using terminal = await openTerminalHere(
    {
      replies: [
        { text: 'Looking around.', tool: { name: 'Brief', input: { message: 'The build is green.' } } },
        { text: 'All of this is my own business.' },
      ],
    },
    { args: ['--brief'] },
  )
  terminal.say('hello')
  await terminal.program.waitFor('The build is green.')
  await expect.poll(() => terminal.world.server.requests.length).toBe(2)
  await idle(terminal)
  expect(terminal.program.screen().join('\n')).not.toMatch(/Looking around|my own business/)
})
