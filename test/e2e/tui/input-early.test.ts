import { expect, test } from 'vitest'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

test('what is typed and sent before anything is loaded is sent once it is, in its order', async () => {
  await using terminal = await openTerminal(FINE, { early: true })
  const { program, world } = terminal
  terminal.say('as early as can be')
  await program.waitFor(/Starting/)
  terminal.say('a little later')
  const told = (): string => JSON.stringify(world.server.requests.at(-1)?.body ?? '')
  await program.waitFor(() => told().includes('a little later') && told().includes('as early as can be'))
  await program.waitFor('Fine.')
  expect(told().indexOf('as early as can be')).toBeLessThan(told().indexOf('a little later'))
  expect(program.lines().filter(line => line === '▌ as early as can be')).toHaveLength(1)
})

test('letters typed at once stand in the first prompt that is painted', async () => {
  await using terminal = await openTerminal(FINE, { early: true })
  const { program } = terminal
  await program.waitFor(/Starting/)
  program.type('hello')
  await program.waitFor(/^> hello/)
  await program.waitFor(/claude-/)
  await boxShows(terminal, 'hello')
  expect(program.cursor().x).toBe('> hello'.length)
})

test('early arrows, deletions and pastes count in their order', async () => {
  await using terminal = await openTerminalHere(FINE, { early: true })
  const { program } = terminal
  program.type('abd')
  program.key('left')
  program.type('c')
  program.key('end')
  program.paste('ef')
  program.type('xy')
  program.key('backspace')
  program.key('ctrl+j')
  program.paste('1\n2\n3\n4\n5')
  await boxShows(terminal, 'abcdefx', '[Pasted text #1 +4 lines]')
})

test('a command typed early is run, not said to the model', async () => {
  await using terminal = await openTerminalHere(FINE, { early: true })
  terminal.say('/status')
  await terminal.program.waitFor(/── Status/)
  expect(terminal.world.server.requests).toHaveLength(0)
})

test('the list of commands opens by itself when a slash was typed early', async () => {
  await using terminal = await openTerminalHere(FINE, { early: true })
  terminal.program.type('/hel')
  await terminal.program.waitFor(/^❯ \/help/)
})
