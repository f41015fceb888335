import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { boxRows, boxShows, lastWords } from '../../support/pty/prompt-box.ts'
import { shareTerminal } from '../../support/pty/shared-terminal.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const shared = shareTerminalHere()
/** A process with a terminal of its own, which an editor takes over and keys come through in pieces. */
const started = shareTerminal({
  keepsProject: true,
  prepare: ({ home }) => {
    const script = join(home, 'editor.sh')
    writeFileSync(script, '#!/bin/sh\n. "$HOME/editing.sh"\n')
    chmodSync(script, 0o755)
  },
  env: { EDITOR: 'exec $HOME/editor.sh' },
})
/** With an editor that does this to the file it is given. */
const withEditor = async (script: string): Promise<TerminalWorld> => {
  const terminal = await started.begin(FINE)
  writeFileSync(join(terminal.world.home, 'editing.sh'), script)
  return terminal
}

/** Presses keys one after the other. */
const press = ({ program }: TerminalWorld, ...keys: readonly string[]): void => {
  for (const key of keys) program.key(key)
}

test('Shift-Enter, Ctrl-J, Alt-Enter and a backslash before Enter each make a new line, and Enter sends them all', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('one')
  program.key('shift+enter')
  program.type('two')
  program.key('ctrl+j')
  program.type('three')
  program.key('alt+enter')
  program.type('four\\')
  program.key('enter')
  program.type('five')
  await boxShows(terminal, 'one', 'two', 'three', 'four', 'five')
  program.key('enter')
  await program.waitFor('Fine.')
  expect(lastWords(terminal)).toBe('one\ntwo\nthree\nfour\nfive')
})

describe('in one prompt, emptied each time', () => {
  let terminal: TerminalWorld
  beforeAll(async () => {
    terminal = await shared.begin(FINE)
  })
  afterEach(async () => {
    // On an empty prompt it would be the first step out of the program.
    if (boxRows(terminal.program.screen()).join('') !== '') terminal.program.key('ctrl+c')
    await boxShows(terminal, '')
  })

  test('the keys of readline move by word and line', async () => {
    const { program } = terminal
    program.type('alpha beta gamma')
    press(terminal, 'ctrl+a')
    program.type('<')
    press(terminal, 'alt+f')
    program.type('|')
    press(terminal, 'ctrl+e')
    program.type('>')
    press(terminal, 'alt+b', 'ctrl+b', 'ctrl+f', 'ctrl+d')
    await boxShows(terminal, '<alpha| beta amma>')
  })

  test('what is cut comes back with Ctrl-Y, and Alt-Y brings what was cut before', async () => {
    const { program } = terminal
    program.type('one two')
    press(terminal, 'ctrl+w', 'ctrl+a', 'ctrl+k')
    await boxShows(terminal, '')
    program.type('x')
    press(terminal, 'ctrl+y')
    await boxShows(terminal, 'xone')
    press(terminal, 'alt+y')
    await boxShows(terminal, 'xtwo')
  })

  test('Ctrl-_ takes back step by step, and Ctrl-X Ctrl-R does it again', async () => {
    const { program } = terminal
    program.type('keep this')
    press(terminal, 'ctrl+u')
    await boxShows(terminal, '')
    press(terminal, 'ctrl+_')
    await boxShows(terminal, 'keep this')
    press(terminal, 'ctrl+x', 'ctrl+r')
    await boxShows(terminal, '')
  })

  test('the real cursor stands behind wide letters, emoji and accents, and Backspace takes each whole', async () => {
    const { program } = terminal
    const columns: number[] = []
    let text = ''
    for (const cluster of ['你', '好', '👍', 'e\u0301', '👨‍👩‍👧']) {
      program.type(cluster)
      text += cluster
      await boxShows(terminal, text)
      columns.push(program.cursor().x)
    }
    expect(columns).toEqual([4, 6, 8, 9, 11])
    for (const left of ['你好👍e\u0301', '你好👍', '你好', '你', '']) {
      program.key('backspace')
      await boxShows(terminal, left)
    }
    expect(program.cursor().x).toBe(2)
  })

  test('Up and Down move between the rows of a text before they go through history', async () => {
    const { program } = terminal
    program.type('first')
    program.key('ctrl+j')
    program.type('second')
    await boxShows(terminal, 'first', 'second')
    program.key('up')
    program.type('!')
    await boxShows(terminal, 'first!', 'second')
    program.key('down')
    program.type('?')
    await boxShows(terminal, 'first!', 'second?')
  })
})

test('at 40 columns a line of wide letters wraps, and the cursor follows it into the next row and back', async () => {
  await using terminal = await openTerminalHere(FINE, { columns: 40 })
  const { program } = terminal
  program.type('你好'.repeat(10))
  await boxShows(terminal, '你好'.repeat(9), '你好')
  const end = program.cursor()
  expect(end.x).toBe(6)
  program.type('!')
  await program.waitFor(() => program.cursor().x === end.x + 1)
  press(terminal, 'home', 'left')
  await program.waitFor(() => program.cursor().y === end.y - 1)
  program.type('中')
  await program.waitFor(screen => screen.join('').includes('中'))
  program.key('enter')
  await program.waitFor('Fine.')
  const said = lastWords(terminal)
  expect(said).toHaveLength(22)
  expect(said.replace('中', '')).toBe(`${'你好'.repeat(10)}!`)
})

test('a text of 200 lines scrolls inside its box, which says how much is out of sight', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  for (let line = 1; line <= 200; line++) {
    program.type(`line ${line}`)
    if (line < 200) program.key('ctrl+j')
  }
  await program.waitFor(/^ {2}line 200$/)
  await program.waitFor(/190 more rows/)
  expect(program.screen().filter(row => /^ {2}line/.test(row))).toHaveLength(10)
  press(terminal, 'alt+<')
  await program.waitFor(screen => screen[program.cursor().y] === '> line 1')
})

test('Ctrl-G hands the text to the editor and takes back what it made of it', async () => {
  await using terminal = await withEditor(
    'printf "%s, and more\\n" "$(cat "$1")" > "$1.new"; mv "$1.new" "$1"',
  )
  terminal.program.type('some words')
  terminal.program.key('ctrl+g')
  await boxShows(terminal, 'some words, and more')
})

test('an editor that fails leaves the text as it was, and it is said', async () => {
  await using terminal = await withEditor('exit 1')
  terminal.program.type('some words')
  terminal.program.key('ctrl+g')
  await terminal.program.waitFor('ended with code 1')
  await boxShows(terminal, 'some words')
})

test('Ctrl-C in an editor that does not take it itself ends the editor, not the program', async () => {
  await using terminal = await withEditor('echo; echo editing; exec sleep 300')
  terminal.program.type('some words')
  terminal.program.key('ctrl+g')
  await terminal.program.waitFor('editing')
  terminal.program.key('ctrl+c')
  await terminal.program.waitFor('was ended by SIGINT')
  await boxShows(terminal, 'some words')
})

test('Ctrl-S puts a text aside and brings it back; one that was aside before is found with Up', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('first idea')
  program.key('ctrl+s')
  await program.waitFor('Draft stashed')
  await boxShows(terminal, '')
  program.type('second idea')
  program.key('ctrl+s')
  await boxShows(terminal, '')
  program.key('ctrl+s')
  await boxShows(terminal, 'second idea')
  program.key('ctrl+u')
  program.key('up')
  await boxShows(terminal, 'first idea')
})

test('Ctrl-L draws the screen anew after another program wrote over it', async () => {
  await using terminal = await shared.begin(FINE)
  const { program } = terminal
  program.type('hello')
  await boxShows(terminal, 'hello')
  const before = program.screen()
  const writes = program.raw.length
  program.key('ctrl+l')
  await program.waitFor(() => program.raw.length > writes)
  await program.settled()
  expect(
    program.raw
      .slice(writes)
      .map(({ bytes }) => bytes)
      .join(''),
  ).toContain('hello')
  expect(program.screen().filter(row => row !== '')).toEqual(before.filter(row => row !== ''))
})

test('thousands of keys that come at once are all taken, deletions as well', async () => {
  await using terminal = await started.begin({ replies: [] })
  const { program } = terminal
  program.type('abcdefghij'.repeat(300))
  program.type('\u007f'.repeat(3000))
  program.type('\u001b[D\u001b[C'.repeat(1000))
  program.type('END')
  await boxShows(terminal, 'END')
})
