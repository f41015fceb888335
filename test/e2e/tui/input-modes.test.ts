import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boxShows, lastWords, withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere()

test('! runs a command of the shell, shows its output once, and the model hears of it', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('!')
  await program.waitFor('! shell command')
  program.type('echo out$((1+1))put')
  await program.waitFor('! echo out$((1+1))put')
  program.key('enter')
  await program.waitFor(/^out2put/)
  await program.settled()
  expect(program.lines().filter(line => line.includes('out2put'))).toHaveLength(1)
  expect(program.lines().filter(line => line.includes('! echo'))).toHaveLength(1)
  terminal.say('well?')
  await program.waitFor('Fine.')
  expect(JSON.stringify(terminal.world.server.requests.at(-1)?.body)).toContain('out2put')
  expect(program.lines().filter(line => line.includes('out2put'))).toHaveLength(1)
})

test('Tab in a shell line completes a file at once when there is only one', async () => {
  await using terminal = await shared.begin(FINE)
  const { program, world } = terminal
  world.put('only one here.txt', '')
  program.type('!cat onl')
  program.key('tab')
  await program.waitFor(/^! cat only\\ one\\ here\.txt/)
})

test('Tab in a shell line lists what there is to choose from', async () => {
  await using terminal = await shared.begin(FINE)
  const { program, world } = terminal
  world.put('apple.txt', '')
  world.put('apricot.txt', '')
  program.type('!cat ap')
  program.key('tab')
  await program.waitFor(/^❯ apple\.txt/)
  await program.waitFor(/^ {2}apricot\.txt/)
})

test('Esc and Backspace in an empty shell line lead back to the prompt', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  for (const key of ['escape', 'backspace']) {
    program.type('!')
    await program.waitFor(/^! shell command/)
    program.key(key)
    await program.waitFor(/^>$/)
  }
})

test('# asks where a line is to be remembered and writes it there', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program, world } = terminal
  program.type('#')
  await program.waitFor('# note to remember')
  program.type('always use tabs')
  program.key('enter')
  await program.waitFor('Remember where?')
  program.key('enter')
  await program.waitFor(() =>
    ['AGENTS.md', 'CLAUDE.md', 'CAPSTAN.md']
      .map(name => join(world.project, name))
      .some(file => existsSync(file) && readFileSync(file, 'utf8').includes('always use tabs')),
  )
  await boxShows(terminal, '')
  expect(world.server.requests).toHaveLength(0)
})

test('Esc in the question where to remember gives the line back as a line to remember', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('#always use tabs')
  program.key('enter')
  await program.waitFor('Remember where?')
  program.key('escape')
  await program.waitFor(/^# always use tabs/)
})

test('? in an empty prompt shows the help, in a text it is a question mark', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('?')
  await program.waitFor(/── Help/)
  program.key('escape')
  await boxShows(terminal, '')
  program.type('why?')
  await boxShows(terminal, 'why?')
})

const GUESSING = {
  replies: [
    { when: { system: '/guess what a person will type/' }, text: 'run the tests', repeat: true },
    { text: 'Fine.', repeat: true },
  ],
}
const openGuessing = (): Promise<TerminalWorld> =>
  openTerminalHere(GUESSING, { prepare: withSettings({ promptSuggestionEnabled: true }) })

test('the likely next prompt stands greyed out and is taken with Tab', async () => {
  await using terminal = await openGuessing()
  const { program } = terminal
  terminal.say('fix it')
  const row = await program.waitFor(/^> run the tests/)
  expect(program.cursor()).toEqual({ x: 2, y: row })
  const ghost = program.cell(2, row)
  program.key('tab')
  await boxShows(terminal, 'run the tests')
  expect(program.cell(2, row).colour).not.toBe(ghost.colour)
  program.key('enter')
  await program.waitFor(() => program.lines().filter(line => line.includes('Fine.')).length === 2)
  expect(program.lines().filter(line => line.includes('▌ run the tests'))).toHaveLength(1)
})

test('typing takes the place of the greyed-out prompt', async () => {
  await using terminal = await openGuessing()
  const { program } = terminal
  terminal.say('fix it')
  await program.waitFor(/^> run the tests/)
  program.type('no')
  await boxShows(terminal, 'no')
})

test('keys of a file count as soon as it is saved, chords as well, and a mistake is said with its line', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program, world } = terminal
  const file = join(world.config, 'keybindings.json')
  mkdirSync(world.config, { recursive: true })
  const write = (bindings: Readonly<Record<string, string | null>>): void =>
    writeFileSync(file, JSON.stringify({ bindings: [{ context: 'Chat', bindings }] }, null, 1))
  write({ 'ctrl+q ctrl+e': 'chat:sumbit', f2: 'command:status' })
  await program.waitFor(/keybindings\.json:6.*chat:sumbit.*chat:submit/)
  program.key('f2')
  await program.waitFor(/── Status/)
  program.key('escape')
  await boxShows(terminal, '')
  write({ 'ctrl+q ctrl+e': 'chat:submit', enter: 'chat:newline', f3: 'chat:never' })
  await program.waitFor(/chat:never/)
  program.type('a')
  program.key('enter')
  program.type('b')
  program.key('ctrl+q')
  program.key('ctrl+e')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe('a\nb')
})
