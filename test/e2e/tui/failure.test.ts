import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longText } from '../../support/long-text.ts'
import { canMount, UNSHARE } from '../../support/needs-program.ts'
import { ALLOWED, idle, requestText } from '../../support/pty/asked.ts'
import { boxShows } from '../../support/pty/prompt-box.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'
import type { World } from '../../support/run-program.ts'

const shared = shareTerminalHere()

test('an error of the API is said with what to do, and the prompt is there again', async () => {
  const errors = [
    [401, /key|credential|log ?in/i],
    [400, /prompt|request|invalid/i],
    [403, /permission|allowed|key/i],
    [404, /model/i],
  ] as const
  await using terminal = await shared.begin({
    replies: errors.flatMap(([status]) => [
      { fault: { kind: 'status' as const, status, message: `the very words of ${status}` } },
      { text: `After ${status} it works.` },
    ]),
  })
  const { program } = terminal
  let seen = 0
  for (const [status, says] of errors) {
    terminal.say('hello')
    const words = new RegExp(`the\\s+very\\s+words\\s+of\\s+${status}`)
    await program.waitFor(screen => words.test(screen.join(' ')))
    await idle(terminal)
    // Only what was said since the last one.
    const said = program.lines().slice(seen)
    expect(said.join('\n')).toMatch(says)
    expect(said.filter(line => line.includes(`status ${status}`))).toHaveLength(1)
    terminal.say('again')
    await program.waitFor(`After ${status} it works.`)
    await idle(terminal)
    seen = program.lines().findLastIndex(line => line.includes(`After ${status}`))
  }
})

test('what a hook forbids is said with its reason', async () => {
  const hooks = {
    PreToolUse: [
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'echo "not on Fridays" >&2; exit 2' }] },
    ],
  }
  await using terminal = await openTerminalHere(
    { replies: [{ tool: { name: 'Bash', input: { command: 'touch made' } } }, { text: 'A pity.' }] },
    { prepare: putSettings({ ...ALLOWED, hooks }) },
  )
  terminal.say('go')
  await terminal.program.waitFor('A pity.')
  expect(terminal.program.lines().join('\n')).toContain('not on Fridays')
  expect(requestText(terminal, 1)).toContain('not on Fridays')
  expect(existsSync(join(terminal.world.project, 'made'))).toBe(false)
})

const mounts = canMount()
/** The program with a small file system of its own at the config directory. */
const onMount = (options: string): readonly [string, ...string[]] => [
  UNSHARE,
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs "$CAPSTAN_CONFIG_DIR" && exec "$@"`,
  'sh',
]
const makeConfig = (world: World): void => void mkdirSync(world.config, { recursive: true })

test.runIf(mounts)('a disk that fills up is said, and what was said before stays on the screen', async () => {
  await using terminal = await openTerminal(
    { replies: [{ text: 'Small.' }, { text: longText(110_000) }] },
    { within: onMount('size=96k'), prepare: makeConfig },
  )
  const { program } = terminal
  terminal.say('one')
  await program.waitFor('Small.')
  await idle(terminal)
  terminal.say('two')
  await program.waitFor(/ENOSPC/)
  expect(program.lines().join('\n')).toContain('Small.')
})

test.runIf(mounts)(
  'a place that cannot be written to is said in words, and the text comes back',
  async () => {
    await using terminal = await openTerminal(
      { replies: [{ text: 'Fine.' }] },
      { within: onMount('ro'), prepare: makeConfig, early: true },
    )
    const { program } = terminal
    terminal.say('one')
    await program.waitFor(/EROFS/)
    await boxShows(terminal, 'one')
    expect(program.lines().join('\n')).not.toMatch(/^\s+at /m)
  },
)

test('a session whose files are deleted is said and written anew, whole', async () => {
  await using terminal = await openTerminalHere({ replies: [{ text: 'First.' }, { text: 'Second.' }] })
  const { program, world } = terminal
  terminal.say('one')
  await program.waitFor('First.')
  await idle(terminal)
  rmSync(world.config, { recursive: true })
  terminal.say('two')
  await program.waitFor('Second.')
  await program.waitFor(/written\s+again/)
  const [session, ...others] = world.sessions()
  expect(others).toEqual([])
  const said = JSON.stringify(session?.entries)
  for (const text of ['one', 'First.', 'two', 'Second.']) expect(said).toContain(text)
})

test('a settings file that breaks is said before anything is asked, with place and consequence', async () => {
  await using terminal = await openTerminalHere({ replies: [] }, { prepare: putSettings(ALLOWED) })
  const { program, world } = terminal
  const file = join(world.config, 'settings.json')
  writeFileSync(file, '{\n  "permissions": garbage')
  await program.waitFor(screen => /line\s+2:18:.*previous\s+settings\s+still\s+apply/.test(screen.join(' ')))
  expect(program.screen().join('').replaceAll(' ', '')).toContain(file)
})

test('a session that does not exist is said in words, with exit code 1', async () => {
  await using terminal = await openTerminalHere(
    { replies: [] },
    { args: ['--resume', '00000000-0000-4000-8000-000000000000'], early: true },
  )
  expect(await terminal.program.exit).toBe(1)
  const shown = terminal.program.lines().join('\n')
  expect(shown).toMatch(/00000000-0000-4000-8000-000000000000/)
  expect(shown).not.toMatch(/^\s+at /m)
})

test('a stream that falls silent is said', async () => {
  await using terminal = await shared.begin({
    replies: [{ text: 'never seen', fault: { kind: 'stall' } }],
  })
  terminal.say('hello?')
  await terminal.program.waitFor(/nothing heard for 1[5-9] s/)
  terminal.program.key('escape')
  await terminal.program.waitFor('Interrupted')
})

test('an unknown command is said and not sent', async () => {
  await using terminal = await shared.begin({ replies: [{ text: 'no', repeat: true }] })
  terminal.say('/zzzzzz')
  await terminal.program.waitFor(/zzzzzz.*(?:no|not|unknown)|(?:no|not|unknown).*zzzzzz/i)
  await idle(terminal)
  expect(terminal.world.server.requests).toHaveLength(0)
})
