import { expect, test } from 'vitest'
import { asked, idle, requestText } from '../../support/pty/asked.ts'
import { shareTerminalHere } from '../../support/pty/terminal-here.ts'

const database = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'Postgres', description: 'for many' },
    { label: 'SQLite', description: 'for one' },
  ],
}
const checks = {
  question: 'Which checks?',
  header: 'Checks',
  multiSelect: true,
  options: [
    { label: 'Types', description: 'fast' },
    { label: 'Tests', description: 'slow' },
  ],
}
const shared = shareTerminalHere({ rows: 30 })
const openQuestions = async (...questions: readonly object[]) => {
  const terminal = await shared.begin({
    replies: [
      { tool: { name: 'AskUserQuestion', input: { questions } } },
      { text: 'Very well.', repeat: true },
    ],
  })
  terminal.say('begin')
  await asked(terminal, String((questions[0] as typeof database).question))
  return terminal
}

test('a question is answered with one key', async () => {
  await using terminal = await openQuestions(database)
  terminal.program.type('2')
  await terminal.program.waitFor('Very well.')
  expect(requestText(terminal, 1)).toMatch(/Which database\?.{0,8}SQLite/)
})

test('a question is answered in words of one’s own', async () => {
  await using terminal = await openQuestions(database)
  const { program } = terminal
  program.type('3')
  await program.waitFor('type your answer')
  program.type('a file, 1 or 2')
  await program.waitFor(/3\. ✓ a file, 1 or 2/)
  program.key('enter')
  await program.waitFor('Very well.')
  expect(requestText(terminal, 1)).toMatch(/Which database\?.{0,8}a file, 1 or 2/)
})

test('several answers are marked and sent together', async () => {
  await using terminal = await openQuestions(checks)
  const { program } = terminal
  program.type('1')
  await program.waitFor('[x] Types')
  program.type('2')
  await program.waitFor('[x] Tests')
  program.key('down')
  program.key('down')
  await program.waitFor(/❯ +Send/)
  program.key('enter')
  await program.waitFor('Very well.')
  expect(requestText(terminal, 1)).toMatch(/Which checks\?.{0,8}Types, Tests/)
})

test('keys that arrive together do what they would have done one by one', async () => {
  await using terminal = await openQuestions(database, checks)
  const { program } = terminal
  // The second database, both checks, on to the summary, send.
  program.type('212\u001b[B\u001b[B\r\r')
  await program.waitFor('Very well.')
  expect(requestText(terminal, 1)).toMatch(/Which database\?.{0,8}SQLite/)
  expect(requestText(terminal, 1)).toMatch(/Which checks\?.{0,8}Types, Tests/)
})

test('of several questions one goes back and forth, and sees all answers before they are sent', async () => {
  await using terminal = await openQuestions(database, checks)
  const { program } = terminal
  program.type('1')
  await program.waitFor('Which checks?')
  program.key('left')
  await program.waitFor('Which database?')
  program.type('2')
  await program.waitFor('Which checks?')
  program.key('right')
  await program.waitFor('Your answers')
  await program.waitFor('Which database? SQLite')
  await program.waitFor('Which checks? not answered')
  program.key('enter')
  await program.waitFor('Very well.')
  expect(requestText(terminal, 1)).toMatch(/Which database\?.{0,8}SQLite/)
})

test('Esc declines, and the turn stops', async () => {
  await using terminal = await openQuestions(database)
  terminal.program.key('escape')
  await terminal.program.waitFor('Interrupted')
  await idle(terminal)
  expect(terminal.world.server.requests).toHaveLength(1)
})
