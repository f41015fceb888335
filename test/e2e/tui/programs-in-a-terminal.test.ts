import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive } from '../../support/is-alive.ts'
import { hasBubblewrap } from '../../support/needs-program.ts'
import { asked } from '../../support/pty/asked.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminal, type TerminalWorld } from '../../support/pty/terminal-world.ts'
import type { World } from '../../support/run-program.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const PASSWORD = 'correct-horse-battery'

/** Asks for a password as sudo does, at the terminal itself. */
const SUDO = `#!/bin/sh
stty -echo < /dev/tty
printf '[sudo] password: ' > /dev/tty
read -r answer < /dev/tty
stty echo < /dev/tty
printf '\\n' > /dev/tty
[ "$answer" = ${PASSWORD} ] || exit 1
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

const open = (
  scenario: Parameters<typeof openTerminal>[0] = FINE,
  settings: object = {},
): Promise<TerminalWorld> =>
  openTerminal(scenario, {
    rows: 24,
    args: ['--debug'],
    env: { NODE_REPL_HISTORY: '' },
    prepare(world) {
      putSettings(settings)(world)
      world.put('sub/here.txt', '')
      writeFileSync(join(world.project, 'sudo'), SUDO, { mode: 0o755 })
      writeFileSync(join(world.project, 'vim'), EDITOR, { mode: 0o755 })
    },
  })

/** Paths of all files that hold it, whoever wrote them; but what a rewind would bring back is the file's own. */
const holding = (directory: string, text: string): readonly string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !entry.parentPath.includes('/file-history/'))
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
  await program.waitFor(/^! \.\/sudo pwd/)
  await tells(terminal, {
    told: /<bash-stdout>\[sudo\] password:\\nasked pwd\\n[^<]*\/project\/sub</,
    hidden: [PASSWORD],
    // Which knows what to wait for.
    except: ['sudo'],
  })
})

test('a REPL is typed into, and the model sees what it answered', async () => {
  await using terminal = await open()
  const { program } = terminal
  terminal.say(`!${process.execPath}`)
  await program.waitFor('Welcome to Node.js')
  await program.waitFor(/^>$/)
  program.type("'my secret word'.length * 100000\r")
  await program.waitFor(/^1400000/)
  // Typed before it asks again, it would stand in the output without a prompt before it.
  await program.waitFor(/^>$/)
  program.type('.exit\r')
  await program.waitFor(/^! .*\/node$/)
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
  await program.waitFor(/^plain/)
  terminal.say('!!test -t 0 && read -r x && echo answered')
  await program.waitFor('has the terminal')
  program.type('some answer\r')
  await program.waitFor(/^! test -t 0 && read/)
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
  await program.waitFor(/^! trap/)
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
  terminal.say('!!cd sub && echo new > made.txt && echo made $((1 + 1)) && read -r x')
  await program.waitFor(/^made 2/)
  program.type('\r')
  await program.waitFor(/^! cd sub/)
  await program.waitFor(/^>$/)
  program.type('!touch here-too.txt')
  await program.waitFor(/^[!>].*touch here-too/)
  program.key('enter')
  await program
    .waitFor(() => existsSync(join(world.project, 'sub/here-too.txt')))
    .catch((error: Error) => {
      throw new Error(`${error.message}\nFiles: ${readdirSync(world.project, { recursive: true }).join(' ')}`)
    })
  expect(existsSync(join(world.project, 'sub/made.txt'))).toBe(true)
})

test('a command typed while another one runs comes back to the prompt', async () => {
  await using terminal = await open()
  const { program, world } = terminal
  terminal.say('!echo ready; until [ -e go ]; do sleep 0.1; done')
  await program.waitFor(/^ *ready/)
  terminal.say('!touch later.txt')
  await program.waitFor(/^! touch later.txt/)
  await program.waitFor("Can't run your command while")
  expect(existsSync(join(world.project, 'later.txt'))).toBe(false)
  world.put('go', '')
  // Refused as long as the other one runs; an empty prompt sends nothing.
  const sent = (): boolean => {
    program.key('enter')
    return existsSync(join(world.project, 'later.txt'))
  }
  await expect.poll(sent, { interval: 200 }).toBe(true)
})

const wanting = (command: string) => ({
  replies: [{ tool: { name: 'Bash', input: { command } } }, { text: 'Very well.' }, ...FINE.replies],
})

test('a call of the model that wants a terminal gets it when the person says so', async () => {
  await using terminal = await open(wanting('./sudo pwd'))
  const { program } = terminal
  terminal.say('please')
  await asked(terminal, 'Yes, in a terminal you type into')
  program.type('4')
  await program.waitFor('[sudo] password:')
  program.type(`${PASSWORD}\r`)
  await program.waitFor('Very well.')
  await tells(terminal, {
    told: /\[sudo\] password:\\nasked pwd\\n[^"]*\/project\/sub.{0,200}It ran in a terminal the person typed into/,
    hidden: [PASSWORD],
    except: ['sudo'],
  })
})

test.runIf(hasBubblewrap())('what the sandbox holds asks at the terminal as well', async () => {
  await using terminal = await open(wanting('./sudo touch ../../outside here'), {
    sandbox: { enabled: true, autoAllowBashIfSandboxed: false },
  })
  const { program, world } = terminal
  terminal.say('please')
  await asked(terminal, 'Yes, in a terminal you type into')
  program.type('4')
  await program.waitFor('[sudo] password:')
  program.type(`${PASSWORD}\r`)
  await program.waitFor('Very well.')
  expect(existsSync(join(world.root, 'outside'))).toBe(false)
  expect(existsSync(join(world.project, 'sub/here'))).toBe(true)
  await tells(terminal, {
    told: /\[sudo\] password:\\nasked touch/,
    hidden: [PASSWORD],
    except: ['sudo'],
  })
})

test('with a plain yes it runs as ever, and other calls are not offered a terminal', async () => {
  await using terminal = await open({
    replies: [
      { tool: { name: 'Bash', input: { command: './vim note.txt' } } },
      { tool: { name: 'Bash', input: { command: 'touch made' } } },
      { text: 'Very well.' },
    ],
  })
  const { program, world } = terminal
  terminal.say('please')
  await asked(terminal, 'Yes, in a terminal you type into')
  program.key('enter')
  await asked(terminal, 'touch made')
  expect(program.screen().join()).not.toContain('Yes, in a terminal')
  program.key('enter')
  await program.waitFor('Very well.')
  expect(existsSync(join(world.project, 'note.txt'))).toBe(false)
})

test('Ctrl-] twice ends a call of the model, which goes on', async () => {
  await using terminal = await open(wanting('./vim note.txt'))
  const { program, world } = terminal
  terminal.say('please')
  await asked(terminal, 'Yes, in a terminal you type into')
  program.type('4')
  await program.waitFor('80 by 24')
  program.type('half a note\u001d\u001d')
  await program.waitFor('Very well.')
  expect(program.isAlternate()).toBe(false)
  expect(existsSync(join(world.project, 'note.txt'))).toBe(false)
  await tells(terminal, { told: /vim note/, hidden: ['half a note'] })
})
