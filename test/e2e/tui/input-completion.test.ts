import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { boxShows, lastWords, withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { World } from '../../support/run-program.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere()

/** A repository with an ignored file, a directory and a name with a blank. */
const repository = (world: World): void => {
  world.put('.gitignore', 'secret.log\nbuild/\n')
  world.put('src/deep/widget-view.ts', '')
  world.put('src/widget.ts', '')
  world.put('my notes.md', 'notes')
  world.put('secret.log', '')
  world.put('build/widget.js', '')
  mkdirSync(world.home, { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: world.project, env: { ...process.env, HOME: world.home } })
}

/** For tests that only look. */
const inRepository = shareTerminalHere({ prepare: repository, keepsProject: true })

test('a slash opens a list of commands that narrows with each letter', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/')
  await program.waitFor(/^❯ \/help/)
  await program.waitFor(/^ {2}1 \/ \d+/)
  program.type('comp')
  await program.waitFor(/^❯ \/compact/)
  expect(program.screen().join('\n')).not.toContain('/help')
  program.key('backspace')
  program.type('x')
  await program.waitFor(screen => !screen.some(row => row.startsWith('❯')))
})

test('Tab completes a command, whose arguments are then hinted at until something is typed', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/comp')
  await program.waitFor(/^❯ \/compact/)
  program.key('tab')
  const row = await program.waitFor(/^> \/compact \[.+\]/)
  expect(program.cursor()).toEqual({ x: '> /compact '.length, y: row })
  program.type('n')
  await boxShows(terminal, '/compact n')
})

test('Enter runs the command that is chosen, Esc only closes the list', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/hel')
  await program.waitFor(/^❯ \/help/)
  program.key('escape')
  await program.waitFor(screen => !screen.some(row => row.startsWith('❯')))
  await boxShows(terminal, '/hel')
  program.key('backspace')
  program.key('backspace')
  program.key('backspace')
  program.key('backspace')
  program.type('/sta')
  await program.waitFor(/^❯ \/status/)
  program.key('enter')
  await program.waitFor(/── Status/)
  program.key('escape')
  await boxShows(terminal, '')
})

test('Enter on the beginning of a command opens its dialog; of one that clears it only fills in the name', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/mod')
  await program.waitFor(/^❯ \/model/)
  program.key('enter')
  await program.waitFor(/── Model/)
  program.key('escape')
  await boxShows(terminal, '')
  program.type('/fo')
  await program.waitFor(/^❯ \/fork/)
  program.key('enter')
  await boxShows(terminal, '/fork')
  program.key('ctrl+c')
  await boxShows(terminal, '')
})

test('the list of commands is grouped, and its last line shows the rare ones', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/')
  await program.waitFor(/^Conversation/)
  expect(program.screen().join('\n')).not.toContain('/release-notes')
  program.key('up')
  await program.waitFor(/^❯ … .*more/)
  program.key('enter')
  await program.waitFor(/\/release-notes/)
  program.key('ctrl+c')
  await boxShows(terminal, '')
})

test('after a command from the list was run, the next slash opens the list again', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('/hel')
  await program.waitFor(/^❯ \/help/)
  program.key('enter')
  await program.waitFor(/── Help/)
  program.key('escape')
  await boxShows(terminal, '')
  program.type('/stat')
  await program.waitFor(/^❯ \/status/)
})

test('a command that does not exist is answered with the nearest', async () => {
  await using terminal = await shared.begin(FINE)
  terminal.say('/hlep')
  await terminal.program.waitFor(/Unknown command \/hlep.*\/help/)
  expect(terminal.world.server.requests).toHaveLength(0)
})

test('@ finds a file by letters of its path, also while the list of files is still being made', async () => {
  await using terminal = await openTerminalHere(FINE, { prepare: repository })
  const { program } = terminal
  program.type('see @widv')
  await program.waitFor(/^❯ src\/deep\/widget-view\.ts/)
  program.key('tab')
  program.type('now')
  await boxShows(terminal, 'see @src/deep/widget-view.ts now')
})

test('@ does not offer what git ignores', async () => {
  await using terminal = await inRepository.begin(FINE)
  const { program } = terminal
  program.type('@widget')
  await program.waitFor(/^. src\/widget\.ts/)
  expect(program.screen().join('\n')).not.toContain('build/widget.js')
  program.key('ctrl+u')
  program.type('@secret')
  await boxShows(terminal, '@secret')
  await program.settled()
  expect(program.screen().join('\n')).not.toContain('secret.log')
})

test('a directory goes on with what is in it', async () => {
  await using terminal = await inRepository.begin(FINE)
  const { program } = terminal
  program.type('@sr')
  await program.waitFor(/^❯ src\/$/)
  program.key('tab')
  await program.waitFor(/^❯ src\/deep\/$/)
  program.key('tab')
  await program.waitFor(/^❯ src\/deep\/widget-view\.ts/)
  program.key('enter')
  await boxShows(terminal, '@src/deep/widget-view.ts')
})

test('a path with blanks is quoted', async () => {
  await using terminal = await inRepository.begin(FINE)
  const { program } = terminal
  program.type('@notes')
  await program.waitFor(/^❯ my notes\.md/)
  program.key('tab')
  await boxShows(terminal, '@"my notes.md"')
  program.type('what?')
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toContain('@"my notes.md" what?')
})

test('the list can be gone through with the arrows, round and round', async () => {
  await using terminal = await inRepository.begin(FINE)
  const { program } = terminal
  program.type('@src/')
  await program.waitFor(/^❯ src\/deep\//)
  program.key('down')
  await program.waitFor(/^❯ src\/widget\.ts/)
  program.key('down')
  await program.waitFor(/^❯ src\/deep\//)
  program.key('up')
  await program.waitFor(/^❯ src\/widget\.ts/)
})

test('at 40 columns the list of commands keeps to its rows', async () => {
  await using terminal = await openTerminalHere(FINE, { columns: 40 })
  const { program } = terminal
  program.type('/co')
  await program.waitFor(/^❯ \/compact +Compact/)
  await program.waitFor(/^ {2}\/cost +Show/)
  expect(program.screen().filter(row => row !== '').length).toBeLessThan(18)
})

test('a program of your own answers what is typed behind @', async () => {
  await using terminal = await openTerminalHere(FINE, {
    prepare: withSettings({
      fileSuggestion: { type: 'command', command: 'sed s/.*/found.txt/; echo "with blank.md"' },
    }),
  })
  const { program } = terminal
  program.type('@x')
  await program.waitFor(/^❯ found\.txt/)
  program.key('down')
  program.key('tab')
  await boxShows(terminal, '@"with blank.md"')
})
