import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.ts'
import { openTerminal, type TerminalWorld } from '../../support/pty/terminal-world.ts'
import type { World } from '../../support/run-program.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const PASSWORD = 'correct-horse-battery'

/** Asks for a password as sudo does, at the terminal itself. */
const SUDO = `#!/bin/sh
printf '[sudo] password: ' > /dev/tty
stty -echo < /dev/tty
read -r answer < /dev/tty
stty echo < /dev/tty
printf '\\n' > /dev/tty
[ "$answer" = ${'correct-horse'}-battery ] || exit 1
printf 'asked %s\\n' "$1"
cd sub && exec "$@"
`

/** Has the whole screen until :wq, and writes what was typed. */
const EDITOR = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const { stdin, stdout } = process
const size = () => stdout.write('\\x1b[H' + stdout.columns + ' by ' + stdout.rows + '\\r\\n')
stdin.setRawMode(true)
stdout.write('\\x1b[?1049h\\x1b[?1000h')
size()
stdout.on('resize', size)
let text = ''
stdin.on('data', data => {
  text += data
  stdout.write(String(data))
  if (!text.endsWith(':wq')) return
  writeFileSync(process.argv[2], text.slice(0, -3))
  stdout.write('\\x1b[?1049l')
  process.exit(0)
})
`

const open = (): Promise<TerminalWorld> =>
  openTerminal(FINE, {
    args: ['--debug'],
    prepare(world) {
      world.put('sub/here.txt', '')
      writeFileSync(join(world.project, 'sudo'), SUDO, { mode: 0o755 })
      writeFileSync(join(world.project, 'vim'), EDITOR, { mode: 0o755 })
    },
  })

/** Paths of all files that hold it, whoever wrote them. */
const holding = (directory: string, text: string): readonly string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path).includes(text))

const requests = ({ server }: World): string => JSON.stringify(server.requests.map(({ body }) => body))

/** The model is told of it, and that none of these is anywhere but where the person put it. */
const tells = async (
  { program, world, say }: TerminalWorld,
  { told, hidden, except = [] }: { told: RegExp; hidden: readonly string[]; except?: readonly string[] },
): Promise<void> => {
  say('well?')
  await program.waitFor('Fine.')
  expect(requests(world)).toMatch(told)
  for (const text of hidden) {
    expect(requests(world)).not.toContain(text)
    expect(holding(world.root, text)).toEqual(except.map(name => join(world.project, name)))
  }
}

test('a password goes to the program that asks for it, and nowhere else', async () => {
  await using terminal = await open()
  const { program } = terminal
  terminal.say('!./sudo pwd')
  await program.waitFor('[sudo] password:')
  await program.waitFor('sudo pwd has the terminal · Ctrl-] twice ends it')
  program.type(`${PASSWORD}\r`)
  await program.waitFor(/^ {2}asked pwd/)
  await tells(terminal, {
    told: /<bash-stdout>\[sudo\] password:\\nasked pwd\\n[^<]*\/project\/sub\\n/,
    hidden: [PASSWORD],
  })
})

test('a REPL is typed into, and the model sees what it answered', async () => {
  await using terminal = await open()
  const { program } = terminal
  terminal.say(`!${process.execPath}`)
  await program.waitFor(/^>$/)
  program.type("'my secret word'.length * 100000\r")
  await program.waitFor(/^1400000/)
  program.type('.exit\r')
  await program.waitFor(/^ {2}1400000/)
  await tells(terminal, {
    told: /> \[typed\]\\n1400000\\n> \[typed\]/,
    hidden: ['my secret word', "'my secret"],
  })
})

test('an editor has the whole screen, is told of its size, and the screen comes back', async () => {
  await using terminal = await open()
  const { program, world } = terminal
  terminal.say('!./vim note.txt')
  await program.waitFor('80 by 24')
  expect(program.isAlternate()).toBe(true)
  program.resize(60, 20)
  await program.waitFor('60 by 20')
  program.type('a private note')
  await program.waitFor('a private note')
  program.type(':wq')
  await program.waitFor(/^! \.\/vim note/)
  await program.waitFor(/^>$/)
  expect(program.isAlternate()).toBe(false)
  expect(readFileSync(join(world.project, 'note.txt'), 'utf8')).toBe('a private note')
  await tells(terminal, {
    told: /bash-input>.\/vim note.txt/,
    hidden: ['a private note'],
    except: ['note.txt'],
  })
})

test('!! gives any command the terminal, and one ! does not', async () => {
  await using terminal = await open()
  const { program } = terminal
  terminal.say('!test -t 0 || echo plain')
  await program.waitFor(/^ {2}plain/)
  terminal.say('!!test -t 0 && read -r x && echo answered')
  await program.waitFor('has the terminal')
  program.type('some answer\r')
  await program.waitFor(/^ {2}answered/)
  await tells(terminal, { told: /\[typed\]\\nanswered/, hidden: ['some answer'] })
})

test('Ctrl-] twice ends the program and all it started, and keys are ours again', async () => {
  await using terminal = await open()
  const { program, world } = terminal
  terminal.say('!!sleep 1000 & echo $! > pid; echo ready; cat')
  await program.waitFor(/^ready/)
  program.type('\u001d\u001d')
  await program.waitFor(/^>/)
  const pid = Number(readFileSync(join(world.project, 'pid'), 'utf8'))
  await expect.poll(() => isAlive(pid)).toBe(false)
  terminal.say('hello?')
  await program.waitFor('Fine.')
})

test('Ctrl-C and Ctrl-Z are for the program', async () => {
  await using terminal = await open()
  const { program } = terminal
  terminal.say("!!trap 'echo caught' INT; echo ready; while ! read -r x; do :; done; echo end")
  await program.waitFor(/^ready/)
  program.type('\u001a\u0003')
  await program.waitFor(/caught/)
  program.type('go on\r')
  await program.waitFor(/^ {2}ready/)
})

test('what a killed Capstan was running ends', async () => {
  await using terminal = await open()
  const { program, world } = terminal
  terminal.say("!!trap '' HUP; echo $$ > pid; echo ready; sleep 1000; sleep 1000")
  await program.waitFor(/^ready/)
  const pid = Number(readFileSync(join(world.project, 'pid'), 'utf8'))
  expect(isAlive(pid)).toBe(true)
  program.signal('SIGKILL')
  await program.exit
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
})

test('where it went is where the session is', async () => {
  await using terminal = await open()
  const { program, world } = terminal
  terminal.say('!!cd sub && echo new > made.txt && read -r x')
  await program.waitFor('has the terminal')
  program.type('\r')
  await program.waitFor(/^>/)
  terminal.say('!pwd')
  await program.waitFor(/^ {2}\S*\/project\/sub/)
  expect(existsSync(join(world.project, 'sub/made.txt'))).toBe(true)
})
