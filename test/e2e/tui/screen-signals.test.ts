import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idle } from '../../support/pty/asked.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { shareTerminal } from '../../support/pty/shared-terminal.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'
import { visibleBytes } from '../../support/pty/visible-bytes.ts'

const FOCUS_OUT = '\u001b[O'
const FOCUS_IN = '\u001b[I'
const ASKS = {
  replies: [{ tool: { name: 'Bash', input: { command: 'rm -rf ./gone' } } }, { text: 'As you wish.' }],
}
/** Nothing that ends with the bell's own character is sent but what is looked for. */
const STILL = { terminalTitleDisabled: true, theme: 'dark' }
const FINE = { replies: [{ text: 'Fine.', chunkMs: 40, repeat: true }] }

/** What is said of a short turn too, because it is wanted, tells that it is over. */
const plain = shareTerminalHere({ prepare: putSettings({ ...STILL, showTurnDuration: true }) })

/** The question is answered and the person looks again. */
const leaveQuestion = async ({ program }: TerminalWorld): Promise<void> => {
  program.type(FOCUS_IN)
  // Esc answers once the question takes keys.
  await program.waitFor(/^ ❯ /)
  program.key('escape')
  await program.waitFor('Interrupted')
}

test('the title names the folder, then the first request, says when it works, and is given back at the end', async () => {
  await using terminal = await openTerminalHere(FINE)
  const { program } = terminal
  expect(program.title()).toBe('◦ project')
  terminal.say('go')
  await program.waitFor(() => program.title() === '✳ go')
  await program.waitFor('Fine.')
  await program.waitFor(() => program.title() === '◦ go')
  program.key('ctrl+d')
  program.key('ctrl+d')
  await program.exit
  expect(program.title()).toBe('')
  expect(visibleBytes(program).match(/␛\[2[23];0t/g)).toEqual(['␛[22;0t', '␛[23;0t'])
})

test('terminalTitleDisabled leaves the title alone', async () => {
  await using terminal = await plain.begin(FINE)
  terminal.say('go')
  await terminal.program.waitFor('Fine.')
  expect(visibleBytes(terminal.program)).not.toContain('␛]0;')
})

test.each([
  ['rings where the terminal knows nothing better', {}, {}, '␇'],
  ['is a notification in kitty', { TERM_PROGRAM: 'kitty' }, {}, 'p=body;Capstan has a question␛\\'],
  ['follows the setting', {}, { preferredNotifChannel: 'iterm2' }, '␛]9;Capstan: Capstan has a question␇'],
])('a question to somebody who looks elsewhere %s', async (_, env, settings, signal) => {
  const isPlain = Object.keys({ ...env, ...settings }).length === 0
  await using terminal = isPlain
    ? await plain.begin(ASKS)
    : await openTerminalHere(ASKS, { env, prepare: putSettings({ ...STILL, ...settings }) })
  const { program } = terminal
  terminal.say('go')
  program.type(FOCUS_OUT)
  await program.waitFor('1. Yes')
  await program.waitFor(() =>
    visibleBytes(program)
      .replace(/␛\]8;[^␇]*␇/g, '')
      .includes(signal),
  )
  await leaveQuestion(terminal)
})

test('somebody who looks at the screen is not called', async () => {
  await using terminal = await plain.begin(ASKS)
  terminal.say('go')
  await terminal.program.waitFor('1. Yes')
  await terminal.program.settled()
  expect(visibleBytes(terminal.program).replace(/␛\][\s\S]*?␇/g, '')).not.toContain('␇')
  await leaveQuestion(terminal)
})

test('terminals that show progress show it while it works, and no longer', async () => {
  await using terminal = await openTerminalHere(FINE, { env: { TERM_PROGRAM: 'ghostty' } })
  const { program } = terminal
  terminal.say('go')
  await program.waitFor(() => visibleBytes(program).includes('␛]9;4;3;0␛\\'))
  await program.waitFor('Fine.')
  await program.waitFor(() => visibleBytes(program).includes('␛]9;4;0;0␛\\'))
  await using other = await plain.begin(FINE)
  other.say('go')
  await other.program.waitFor('Fine.')
  expect(visibleBytes(other.program)).not.toContain(']9;4')
})

test('/copy puts the last answer into the clipboard of the terminal', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'It is **42**, 你好.' }] },
    { env: { SSH_TTY: '/dev/pts/9' } },
  )
  const { program } = terminal
  terminal.say('what is it?')
  await program.waitFor('It is 42')
  terminal.say('/copy')
  await program.waitFor('Copied')
  const [, copied = ''] = /␛\]52;c;([A-Za-z0-9+/=]*)␇/.exec(visibleBytes(program)) ?? []
  expect(Buffer.from(copied, 'base64').toString()).toBe('It is **42**, 你好.')
})

const LONG = { replies: [{ text: 'Done at last. '.repeat(12), chunkMs: 100, repeat: true }] }
/** A turn of a good second is one of minutes there. */
const hurried = shareTerminal({
  fastClock: true,
  prepare: putSettings({ ...STILL, spinnerTipsOverride: { tips: ['rest'], excludeDefault: true } }),
})
/** With these settings from now on. */
const beginHurried = async (settings: Readonly<Record<string, string | boolean>>): Promise<TerminalWorld> => {
  const terminal = await hurried.begin(LONG)
  const file = join(terminal.world.config, 'settings.json')
  for (const [name, value] of Object.entries(settings)) {
    terminal.say(`/config ${name}=${value}`)
    await expect.poll(() => JSON.parse(readFileSync(file, 'utf8'))[name]).toBe(value)
    await idle(terminal)
  }
  return terminal
}
const bytesOf = ({ program }: TerminalWorld): string => visibleBytes(program).replace(/␛\]8;[^␇]*␇/g, '')

test.each([
  ['rings', {}, '␇'],
  ['is told in kitty', { preferredNotifChannel: 'kitty' }, 'p=body;Capstan is done␛\\'],
  ['is told by OSC 777', { preferredNotifChannel: 'ghostty' }, '␛]777;notify;Capstan;Capstan is done␇'],
])('the end of a long turn %s somebody who looks elsewhere', async (_, settings, signal) => {
  await using terminal = await beginHurried(settings)
  const { program } = terminal
  terminal.say('go')
  program.type(FOCUS_OUT)
  // A busy machine shows the tip for a moment only, or the end before anybody looks.
  await program.waitFor(() => bytesOf(terminal).includes('Tip: rest'))
  await program.waitFor(() => bytesOf(terminal).includes(signal))
  await program.waitFor(/Worked for /)
  program.type(FOCUS_IN)
})

test.each([
  ['the end of a short turn', () => plain.begin(FINE), 'Fine.'],
  [
    'the end of a long turn, where notifications are off',
    () => beginHurried({ preferredNotifChannel: 'notifications_disabled' }),
    /Worked for /,
  ],
])('%s calls nobody', async (_, begin, shown) => {
  await using terminal = await begin()
  const { program } = terminal
  terminal.say('go')
  program.type(FOCUS_OUT)
  await program.waitFor(shown)
  await idle(terminal)
  await program.settled()
  expect(bytesOf(terminal)).not.toContain('␇')
  program.type(FOCUS_IN)
})

test('a turn whose length is not wanted ends without it', async () => {
  await using terminal = await beginHurried({ showTurnDuration: false, spinnerTipsEnabled: false })
  const { program } = terminal
  terminal.say('go')
  await program.waitFor('Esc stop')
  await program.waitFor('Done at last.')
  await idle(terminal)
  await program.settled()
  expect(program.screen().join('\n')).not.toContain('Worked for')
  expect(visibleBytes(program)).not.toContain('Tip:')
})

test('the environment leaves the title alone', async () => {
  await using terminal = await openTerminalHere(FINE, { env: { CLAUDE_CODE_DISABLE_TERMINAL_TITLE: '1' } })
  terminal.say('go')
  await terminal.program.waitFor('Fine.')
  expect(visibleBytes(terminal.program)).not.toContain('␛]0;')
})
