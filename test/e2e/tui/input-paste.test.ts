import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boxRows, boxShows, lastSaid, lastWords } from '../../support/pty/prompt-box.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere()
const LINES = Array.from({ length: 41 }, (_, at) => `pasted ${at + 1}`).join('\n')
/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=='

/** The chip in the box, once there is one; chips are counted through the life of a program. */
const chipIn = async ({ program }: TerminalWorld, lines: number): Promise<string> => {
  const find = (): string | undefined =>
    new RegExp(`\\[Pasted text #\\d+ \\+${lines} lines\\]`).exec(boxRows(program.screen()).join('\n'))?.[0]
  await program.waitFor(() => find() !== undefined)
  return find() ?? ''
}

test('a short paste stands in the text as it is, line ends included', async () => {
  await using terminal = await shared.begin(FINE)
  terminal.program.paste('one\ntwo')
  await boxShows(terminal, 'one', 'two')
})

test('a long paste is one chip in the prompt and whole in what is sent', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program } = terminal
  program.type('look: ')
  program.paste(LINES)
  program.type(' please')
  await boxShows(terminal, 'look: [Pasted text #1 +40 lines] please')
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe(`look: ${LINES} please`)
  expect(program.lines().filter(line => line.includes('lines hidden'))).toHaveLength(1)
})

test('the same paste once more unfolds the chip', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.paste(LINES)
  await boxShows(terminal, await chipIn(terminal, 40))
  program.paste(LINES)
  await program.waitFor(/^ {2}pasted 41$/)
  expect(boxRows(program.screen()).join('')).not.toContain('Pasted text')
  // The prompt is free for the next test; the rows that are shown do not begin with its sign.
  program.key('ctrl+c')
  await boxShows(terminal, '')
})

test('a chip is deleted with one Backspace and comes back with undo', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('a')
  program.paste(LINES)
  const chip = await chipIn(terminal, 40)
  await boxShows(terminal, `a${chip}`)
  program.key('backspace')
  await boxShows(terminal, 'a')
  program.key('ctrl+_')
  await boxShows(terminal, `a${chip}`)
})

test('a message that was sent or cleared comes back from history with its chip, not only with its name', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.paste(LINES)
  program.key('enter')
  await program.waitFor('Fine.')
  program.key('up')
  const chip = await chipIn(terminal, 40)
  await boxShows(terminal, chip)
  program.key('ctrl+c')
  await boxShows(terminal, '')
  program.key('up')
  await boxShows(terminal, chip)
  program.type(' again')
  program.key('enter')
  await program.waitFor(() => terminal.world.server.requests.length === 2)
  expect(lastWords(terminal)).toBe(`${LINES} again`)
})

test('what waits with a chip in it comes back whole when it is interrupted', async () => {
  await using terminal = await shared.begin({
    replies: [
      {
        when: { lastUserText: '/begin/' },
        text: 'Working on it now.',
        fault: { kind: 'stall', afterEvents: 3 },
      },
      { text: 'Fine.', repeat: true },
    ],
  })
  const { program } = terminal
  terminal.say('begin')
  await program.waitFor('Esc stop')
  program.paste(LINES)
  program.key('enter')
  await program.waitFor(/queued: sent at the next step|waiting/)
  program.key('escape')
  await boxShows(terminal, await chipIn(terminal, 40))
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toContain(LINES)
})

test('a picture file that is dropped becomes a chip and is sent as a picture, even when Enter follows at once', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program, world } = terminal
  const file = `${world.project}/a shot.png`
  writeFileSync(file, Buffer.from(PNG, 'base64'))
  program.type('what is ')
  program.paste(file.replaceAll(' ', '\\ '))
  await boxShows(terminal, 'what is [Image #1]')
  program.paste(file)
  program.type('?')
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe('what is [Image #1][Image #2]?')
  expect(lastSaid(terminal).filter(block => block.type === 'image')).toHaveLength(2)
})

test('a path that leads to no picture stays the text it is', async () => {
  await using terminal = await shared.begin(FINE)
  terminal.program.paste('/nowhere/at-all.png')
  await boxShows(terminal, '/nowhere/at-all.png')
})

test('after a paste of a megabyte the prompt answers keys and sends all of it', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  const huge = Array.from({ length: 20_000 }, (_, at) => `${at} ${'x'.repeat(48)}`).join('\n')
  program.paste(huge)
  const chip = await chipIn(terminal, 19_999)
  await boxShows(terminal, chip)
  program.type(' and é')
  await boxShows(terminal, `${chip} and é`)
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe(`${huge} and é`)
  expect(program.lines().length).toBeLessThan(60)
})

test('a paste whose end is lost does not keep the keyboard: Ctrl-C ends it', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('\u001b[200~half of it')
  const again = setInterval(() => program.key('ctrl+c'), 1000)
  await program.waitFor(/> half of it/)
  clearInterval(again)
  program.key('ctrl+u')
  program.type('keys again')
  await boxShows(terminal, 'keys again')
})

test('sequences in a paste do not reach the terminal', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.paste('red \u001b[31mtext\u0007 \u001b]0;owned\u0007end')
  await program.waitFor(/^> red .*end$/)
  expect(program.title()).not.toContain('owned')
  const row = program.cursor().y
  const colours = new Set([...(program.screen()[row] ?? '')].map((_, x) => program.cell(x, row).colour))
  expect(colours).not.toContain('ansi:1')
})
