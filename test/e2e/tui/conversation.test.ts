import { expect, test } from 'vitest'
import { FORCED_END, SAYS_FORCED_END } from '../../support/forced-end.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

test('a question is asked and answered, both stay in the scrollback, and two Ctrl-C leave with a word on how to come back', async () => {
  await using terminal = await openTerminal(
    { replies: [{ text: 'It is **42**.' }] },
    { env: SAYS_FORCED_END },
  )
  const { program } = terminal
  terminal.say('what is it?')
  await program.waitFor('It is 42.')
  await program.settled()
  for (const words of ['what is it?', 'It is 42.'])
    expect(program.lines().filter(line => line.includes(words))).toHaveLength(1)
  program.key('ctrl+c')
  await program.waitFor('Ctrl-C again to exit')
  program.key('ctrl+c')
  expect(await program.exit).toBe(0)
  expect(program.screen().join('')).toMatch(/Resume with: \S*capstan --resume [0-9a-f-]{36}/)
  expect(program.cursorShown()).toBe(true)
  expect(program.raw.map(({ bytes }) => bytes).join('')).not.toContain(FORCED_END)
})

test('a first screen teaches, shows an example of this repository, and keeps the help in sight', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Hello.' }] },
    { newcomer: true, args: ['hello'], prepare: world => world.put('test/cart.test.js', '') },
  )
  const { program } = terminal
  await program.waitFor('Hello.')
  const text = program.lines().join('\n')
  for (const words of ['Type a task or a question', '? help', '/ commands', '@ files', 'permission mode'])
    expect(text).toContain(words)
  expect(text).toContain('▌ hello')
  // The turn is over when it says what it cost: before, there is nothing to clear yet.
  await program.waitFor('$0.01')
  terminal.say('/clear')
  await program.waitFor('> Try "what does test/cart.test.js check?"')
  expect(terminal.bottom().join('\n')).toContain('? for help')
})

test('with TERM=dumb the conversation goes line by line, without a sequence', async () => {
  await using terminal = await openTerminal(
    { replies: [{ tool: { name: 'Bash', input: { command: 'touch made' } } }, { text: 'It is made.' }] },
    { env: { TERM: 'dumb' }, early: true },
  )
  const { program } = terminal
  await program.waitFor('/exit quits')
  terminal.say('make it')
  await program.waitFor('[1 yes, 2 no; Enter: yes]')
  terminal.say('y')
  await program.waitFor('Please answer 1 or 2.')
  terminal.say('1')
  await program.waitFor('It is made.')
  await program.waitFor(/1 model call|2 model calls/)
  terminal.say('/exit')
  expect(await program.exit).toBe(0)
  expect(program.raw.map(({ bytes }) => bytes).join('')).not.toContain('\u001b')
})
