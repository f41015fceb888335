import { expect, test } from 'vitest'
import { boxShows, lastWords, withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere({ prepare: withSettings({ editorMode: 'vim' }) })

/** The shared program; left in insert mode, where a command for it can be typed. */
const openVim = async (): Promise<TerminalWorld> => {
  const terminal = await shared.begin(FINE)
  const { program } = terminal
  return {
    ...terminal,
    async [Symbol.asyncDispose]() {
      const shows = (mode: string): boolean => program.screen().some(row => row.includes(mode))
      if (shows('INSERT')) return
      // Not in normal mode: Esc with a letter right behind it is another key.
      if (!shows('NORMAL')) program.key('escape')
      await program.waitFor(/NORMAL/)
      program.type('i')
      await program.waitFor(/INSERT/)
    },
  }
}

/** A text, and normal mode at its end. */
const normal = async (terminal: TerminalWorld, text: string): Promise<void> => {
  terminal.program.type(text)
  await boxShows(terminal, text)
  terminal.program.key('escape')
  await terminal.program.waitFor(/NORMAL/)
}

test('the mode stands at the box', async () => {
  await using terminal = await openVim()
  const { program } = terminal
  await program.waitFor(/INSERT/)
  program.key('escape')
  await program.waitFor(/NORMAL/)
  program.type('i')
  await program.waitFor(/INSERT/)
})

test('dw, ciw and the dot work as in vim', async () => {
  await using terminal = await openVim()
  const { program } = terminal
  await normal(terminal, 'one two three four')
  program.type('0dw')
  await boxShows(terminal, 'two three four')
  program.type('.')
  await boxShows(terminal, 'three four')
  program.type('ciwTHREE')
  await boxShows(terminal, 'THREE four')
  program.key('escape')
  await program.waitFor(/NORMAL/)
  program.type('w.')
  await boxShows(terminal, 'THREE THREE')
})

test('what was deleted is put behind the cursor with p', async () => {
  await using terminal = await openVim()
  await normal(terminal, 'ab')
  terminal.program.type('0xp')
  await boxShows(terminal, 'ba')
})

test('a selection is deleted, and u takes it back', async () => {
  await using terminal = await openVim()
  const { program } = terminal
  await normal(terminal, 'keep drop keep')
  program.type('0wv')
  await program.waitFor(/VISUAL/)
  program.type('ed')
  await boxShows(terminal, 'keep  keep')
  program.type('u')
  await boxShows(terminal, 'keep drop keep')
})

test('Enter sends from normal mode, and the next prompt begins in insert mode', async () => {
  await using terminal = await openVim()
  const { program } = terminal
  await normal(terminal, 'send me')
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe('send me')
  await program.waitFor(/INSERT/)
})

test('/vim switches to vim keys while the program runs', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program } = terminal
  terminal.say('/vim')
  await program.waitFor(/INSERT/)
})
