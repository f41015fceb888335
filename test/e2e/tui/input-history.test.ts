import { expect, test } from 'vitest'
import { boxRows, boxShows } from '../../support/pty/prompt-box.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere()

const sayAll = async (terminal: TerminalWorld, ...texts: readonly string[]): Promise<void> => {
  for (const [at, text] of texts.entries()) {
    terminal.say(text)
    await terminal.program.waitFor(
      () => terminal.program.lines().filter(line => line.includes('Fine.')).length === at + 1,
    )
    await boxShows(terminal, '')
  }
}

test('Up and Down go through what was said and back to the draft', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  await sayAll(terminal, 'one thing', 'two things')
  program.type('a draft')
  program.key('up')
  await boxShows(terminal, 'two things')
  program.key('up')
  await boxShows(terminal, 'one thing')
  program.key('down')
  await boxShows(terminal, 'two things')
  program.key('down')
  await boxShows(terminal, 'a draft')
})

test('what was typed stays for the next start in the same project', async () => {
  await using terminal = await openTerminalHere(FINE)
  await sayAll(terminal, 'remember me')
  const next = await terminal.again()
  next.key('up')
  await next.waitFor('> remember me')
})

test('Ctrl-R finds what was said by a piece of it, further back each time', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  await sayAll(terminal, 'fix the parser', 'write docs', 'fix the lexer')
  program.key('ctrl+r')
  await program.waitFor(/^Search:/)
  program.type('fix')
  await program.waitFor(/^Search: fix {2}fix the lexer/)
  expect(program.cursor().x).toBe('Search: fix'.length)
  program.key('ctrl+r')
  await program.waitFor(/^Search: fix {2}fix the parser/)
  program.key('escape')
  await boxShows(terminal, 'fix the parser')
})

test('a search without a match says so, Enter sends nothing, and Ctrl-G goes back to the draft', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  await sayAll(terminal, 'something')
  await program.settled()
  const count = terminal.world.server.requests.length
  program.type('my draft')
  program.key('ctrl+r')
  program.type('zzz')
  await program.waitFor(/^Not found: zzz/)
  program.key('enter')
  program.key('ctrl+g')
  await program.waitFor(screen => !screen.some(row => row.startsWith('Not found')))
  await boxShows(terminal, 'my draft')
  expect(terminal.world.server.requests).toHaveLength(count)
})

test('Esc twice clears the text, and Up brings it back', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('almost lost')
  await boxShows(terminal, 'almost lost')
  program.key('escape')
  await program.waitFor('Esc again to clear')
  program.key('escape')
  await boxShows(terminal, '')
  program.key('up')
  await boxShows(terminal, 'almost lost')
})

test('Ctrl-C clears a text before it leaves', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('some text')
  await boxShows(terminal, 'some text')
  program.key('ctrl+c')
  await boxShows(terminal, '')
  expect(program.screen().join('\n')).not.toContain('again to exit')
  program.key('up')
  await boxShows(terminal, 'some text')
})

test('a shell line comes back as a shell line', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('!echo from-shell')
  program.key('enter')
  await program.waitFor(/^from-shell/)
  program.key('up')
  await program.waitFor('! echo from-shell')
  program.key('down')
  await program.waitFor(screen => screen.some(row => row === '>'))
  expect(boxRows(program.screen())).toEqual([''])
})
