import { expect, test } from 'vitest'
import { openTerminal } from '../../support/pty/terminal-world.ts'

/** What is typed, and what the dialog it opens shows. */
const DIALOGS: readonly (readonly [command: string, shows: RegExp])[] = [
  ['/model', /── Model /],
  ['/effort', /── .*[Ee]ffort/],
  ['/theme', /── Theme /],
  ['/resume', /── Earlier conversations/],
  ['/rewind', /── Back to before which message/],
  ['/tree', /── /],
  ['/permissions', /── Permissions /],
  ['/config', /── Settings /],
  ['/context', /── Context /],
  ['/cache', /── .*[Cc]ache/],
  ['/cost', /── /],
  ['/status', /── Status /],
  ['/tasks', /── /],
  ['/memory', /── /],
  ['/doctor', /── /],
  ['/help', /── Help /],
  ['/diff', /── Changes /],
]

/** What is on the screen when no dialog is. */
const AT_REST = /^>(?: |$)/

for (const [columns, rows] of [
  [100, 30],
  [40, 15],
] as const)
  test(`every dialog opens by its command and closes with Esc, in ${columns} × ${rows}`, async () => {
    await using terminal = await openTerminal({ replies: [{ text: 'Hello.' }] }, { columns, rows })
    const { program } = terminal
    terminal.say('hi')
    await program.waitFor('Hello.')
    for (const [command, shows] of DIALOGS) {
      await program.waitFor(screen => screen.some(row => AT_REST.test(row)))
      program.type(command)
      await program.waitFor(command)
      program.key('enter')
      await program.waitFor(shows)
      await program.settled()
      expect(
        program.screen().filter(row => row.length > columns),
        command,
      ).toEqual([])
      // One more where Esc first leaves a field or a search.
      for (let press = 0; press < 3; press++) {
        if (program.screen().some(row => AT_REST.test(row))) break
        program.key('escape')
        await program.settled()
      }
      expect(
        program.screen().some(row => AT_REST.test(row)),
        `${command} closes`,
      ).toBe(true)
    }
    expect(program.isAlternate()).toBe(false)
  })
