import { cpSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { FORCED_END, SAYS_FORCED_END } from '../../support/forced-end.ts'
import { type PtyProgram, startPty } from '../../support/pty/program.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal, type TerminalWorld } from '../../support/pty/terminal-world.ts'
import { API_KEY, openWorld, PROGRAM } from '../../support/run-program.ts'

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const written = (program: PtyProgram): string => program.raw.map(({ bytes }) => bytes).join('')

/** As the terminal was found: cursor, modes, title; nothing of the live area. */
const expectRestored = (program: PtyProgram): void => {
  const bytes = written(program)
  expect(program.cursorShown()).toBe(true)
  expect(program.isAlternate()).toBe(false)
  expect(program.title()).toBe('')
  for (const mode of ['2004', '1004'])
    expect(bytes.lastIndexOf(`\u001b[?${mode}l`)).toBeGreaterThan(bytes.lastIndexOf(`\u001b[?${mode}h`))
  expect(bytes.lastIndexOf('\u001b[<u')).toBeGreaterThan(bytes.lastIndexOf('\u001b[>1u'))
  expect(program.screen().join('\n')).not.toMatch(/─{20}|ask first/)
}

const hello = async (terminal: TerminalWorld): Promise<void> => {
  terminal.say('hello')
  await terminal.program.waitFor('Fine.')
}

/** The terminal is as it was, how to come back is said, and what was told before stays, once. */
const expectLeft = ({ program, world }: TerminalWorld, told: string): void => {
  expectRestored(program)
  expect(written(program)).not.toContain(FORCED_END)
  const [session] = world.sessions()
  expect(program.screen().join('')).toContain(`capstan --resume ${session?.id}`)
  expect(program.lines().filter(line => line.includes(told))).toHaveLength(1)
}

test.each([
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('%s gives the terminal back as it was and says how to come back', async (signal, code) => {
  await using terminal = await openTerminal(FINE, { env: SAYS_FORCED_END })
  await hello(terminal)
  terminal.program.signal(signal)
  expect(await terminal.program.exit).toBe(code)
  expectLeft(terminal, 'Fine.')
})

test('/exit gives the terminal back as it was and says how to come back', async () => {
  await using terminal = await openTerminalHere(FINE)
  await hello(terminal)
  terminal.say('/exit')
  expect(await terminal.program.exit).toBe(0)
  expectLeft(terminal, 'Fine.')
})

test.each(['D', 'C'])('Ctrl-%s twice gives the terminal back as it was', async letter => {
  await using terminal = await openTerminalHere(FINE)
  const { program } = terminal
  await hello(terminal)
  program.key(`ctrl+${letter.toLowerCase()}`)
  await program.waitFor(`Ctrl-${letter} again to exit`)
  program.key(`ctrl+${letter.toLowerCase()}`)
  expect(await program.exit).toBe(0)
  expectLeft(terminal, 'Fine.')
})

test('SIGTERM in the middle of a command leaves nothing running, what was said is kept, and how to come back is told', async () => {
  await using terminal = await openTerminal(
    {
      replies: [{ text: 'I begin.', tool: { name: 'Bash', input: { command: 'echo $$ > pid; sleep 300' } } }],
    },
    { args: ['--allowedTools', 'Bash'], env: SAYS_FORCED_END },
  )
  const { program, world } = terminal
  terminal.say('go')
  await program.waitFor('I begin.')
  const pid = (): number => {
    try {
      return Number(readFileSync(join(world.project, 'pid'), 'utf8'))
    } catch {
      return 0
    }
  }
  await expect.poll(pid).toBeGreaterThan(0)
  program.signal('SIGTERM')
  expect(await program.exit).toBe(143)
  expectLeft(terminal, 'I begin.')
  expect(() => process.kill(pid(), 0)).toThrow()
  expect(JSON.stringify(world.sessions()[0]?.entries)).toContain('I begin.')
})

test('a conversation that cannot be opened is an error in words, and the terminal is as before', async () => {
  await using terminal = await openTerminalHere(FINE, {
    early: true,
    args: ['--resume', '00000000-0000-4000-8000-000000000000'],
  })
  const { program } = terminal
  expect(await program.exit).toBe(1)
  expectRestored(program)
  expect(program.screen().join('\n')).toMatch(/capstan: No session/)
  expect(program.screen().join('\n')).not.toMatch(/went wrong inside|^\s+at /m)
})

test('a mistake inside the program gives the terminal back, and names the file with the details', async () => {
  await using world = await openWorld(FINE)
  const installed = join(world.root, 'dist')
  // What was compiled before may be somebody else's.
  cpSync(dirname(PROGRAM), installed, {
    recursive: true,
    filter: source => !source.includes('compile-cache'),
  })
  await using program = startPty([process.execPath, join(installed, basename(PROGRAM))], {
    cwd: world.project,
    env: {
      HOME: world.home,
      TMPDIR: world.root,
      // It runs once: what it compiles is of use to nobody.
      NODE_DISABLE_COMPILE_CACHE: '1',
      CAPSTAN_CONFIG_DIR: world.config,
      ANTHROPIC_BASE_URL: world.server.url,
      ANTHROPIC_API_KEY: API_KEY,
    },
  })
  await program.waitFor('context left')
  program.type('say hello\r')
  await program.waitFor('Fine.')
  // Removed while it runs: what it needs next, the words of another language, cannot be loaded.
  rmSync(join(installed, 'chunk'), { recursive: true })
  putSettings({ uiLanguage: 'zh' })(world)
  expect(await program.exit).toBe(1)
  expectRestored(program)
  const screen = program.screen().join('').replace(/\s+/g, ' ')
  expect(screen).toContain('something went wrong inside Capstan')
  expect(screen).toContain('capstan --continue')
  const file = /Detailsarein(\S+?crash\.txt)/.exec(screen.replaceAll(' ', ''))?.[1]
  expect(readFileSync(file ?? '', 'utf8')).toMatch(/^capstan \d/)
})

test('Ctrl-Z puts the program aside, and fg brings everything back', async () => {
  await using world = await openWorld(FINE)
  await using program = startPty(['bash', '--norc', '-i'], {
    cwd: world.project,
    env: {
      PS1: '$ ',
      HOME: world.home,
      CAPSTAN_CONFIG_DIR: world.config,
      ANTHROPIC_BASE_URL: world.server.url,
      ANTHROPIC_API_KEY: API_KEY,
    },
  })
  await program.waitFor('$')
  program.type(`'${process.execPath}' '${PROGRAM}'\r`)
  await program.waitFor('context left')
  program.type('hello\r')
  await program.waitFor('Fine.')
  program.type('draft')
  await program.waitFor('> draft')
  program.key('ctrl+z')
  await program.waitFor('Stopped')
  expect(program.screen().join('\n')).not.toContain('> draft')
  expect(program.cursorShown()).toBe(true)
  program.type('echo in the shell\r')
  await program.waitFor(/^in the shell/)
  program.type('fg\r')
  await program.waitFor('> draft')
  await program.settled()
  expect(program.lines().filter(line => line.includes('> draft'))).toHaveLength(1)
  expect(program.lines().filter(line => line.includes('Fine.'))).toHaveLength(1)
  expect(program.title()).toBe('◦ hello')
  program.key('ctrl+u')
  program.type('again\r')
  await program.waitFor(rows => rows.filter(row => row.includes('Fine.')).length === 2)
})

test.each([
  ['into a pipe', ['sh', '-c', '"$0" "$1" "say hello" | cat'], /stdout isn't a terminal.*capstan -p/s],
  [
    'with input from a file',
    ['sh', '-c', '"$0" "$1" "say hello" < /dev/null'],
    /stdin isn't a terminal.*capstan -p/s,
  ],
] as const)('a conversation %s is refused with what to do instead', async (_, command, words) => {
  await using world = await openWorld(FINE)
  await using program = startPty([...command, process.execPath, PROGRAM], {
    cwd: world.project,
    env: { HOME: world.home, CAPSTAN_CONFIG_DIR: world.config, ANTHROPIC_API_KEY: API_KEY },
  })
  await program.exit
  // The name of the program is where it lies, and breaks where the screen ends.
  expect(program.screen().join('')).toMatch(words)
  expect(written(program)).not.toContain('\u001b[?2004h')
})
