import { expect, test } from 'vitest'
import { idle } from '../../support/pty/asked.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }

test('what is said while a session is opened stays on the screen below its history', async () => {
  await using terminal = await openTerminal(FINE, { columns: 110 })
  const { program } = terminal
  terminal.say('hello')
  await program.waitFor('Fine.')
  await idle(terminal)
  terminal.say('/coordinator on')
  await program.waitFor(/coordinator/)
  terminal.say('again')
  await expect.poll(() => terminal.world.server.requests.length).toBe(2)
  await idle(terminal)
  terminal.say('/exit')
  await program.exit
  const said = /This session was left in coordinator mode and continues in it/
  const later = await terminal.again({ args: ['--continue'], columns: 110, early: true })
  await later.waitFor(said)
  await later.waitFor('Fine.')
  const rows = later.screen()
  const at = rows.findIndex(row => said.test(row))
  expect(at).toBeGreaterThan(rows.findLastIndex(row => row.includes('Fine.')))
  expect(rows.filter(row => said.test(row)).length).toBe(1)
})
