import { expect, test } from 'vitest'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'

const lastRows = (rows: readonly string[]): string =>
  rows
    .filter(row => row !== '')
    .slice(-7)
    .join('\n')

const shared = shareTerminalHere({ args: ['--allowedTools', 'Bash'] })

const THOUGHT = { replies: [{ thinking: 'The number must be even.', text: 'It is 42.' }] }

test.each([
  ['is folded', false],
  ['is shown with verbose', true],
])('thinking %s', async (_, verbose) => {
  await using terminal = verbose
    ? await openTerminalHere(THOUGHT, { prepare: putSettings({ verbose, promptSuggestionEnabled: false }) })
    : await shared.begin(THOUGHT)
  const { program } = terminal
  terminal.say('go')
  await program.waitFor('It is 42.')
  await program.settled()
  expect(program.lines().filter(line => line.includes('∴ Thought'))).toHaveLength(1)
  expect(program.lines().join('\n').includes('The number must be even.')).toBe(verbose)
})

test('five files that are read one after the other are one line', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map(name => `${name}.txt`)
  await using terminal = await shared.begin({
    replies: [
      { tools: names.map(name => ({ name: 'Read', input: { file_path: name } })) },
      { text: 'All read.' },
    ],
  })
  const { program, world } = terminal
  for (const name of names) world.put(name, `content of ${name}\n`)
  terminal.say('go')
  await program.waitFor('All read.')
  await program.settled()
  expect(program.lines().filter(line => line.includes('Read 5 files'))).toHaveLength(1)
  expect(program.lines().join('\n')).not.toContain('content of')
})

test('of a long output the beginning and the end are shown, and how much is hidden', async () => {
  await using terminal = await shared.begin({
    replies: [{ tool: { name: 'Bash', input: { command: 'seq 1 200' } } }, { text: 'Counted.' }],
  })
  const { program } = terminal
  terminal.say('go')
  await program.waitFor('Counted.')
  await program.settled()
  const lines = program.lines()
  expect(lines.filter(line => /^\W*\d+$/.test(line)).length).toBeLessThan(25)
  expect(lines.join('\n')).toMatch(/\b200\b/)
  expect(lines.join('\n')).toMatch(/1\d\d (?:more )?lines|… \+?1\d\d/)
})

test('the to-do list is shown while there is something to do, and Ctrl-T hides and shows it', async () => {
  const todos = [
    { content: 'Find the bug', status: 'completed', activeForm: 'Finding the bug' },
    { content: 'Mend it', status: 'in_progress', activeForm: 'Mending it' },
    { content: 'Try it out', status: 'pending', activeForm: 'Trying it out' },
  ]
  await using terminal = await shared.begin({
    replies: [{ tool: { name: 'TodoWrite', input: { todos } } }, { text: 'Working on it.' }],
  })
  const { program } = terminal
  terminal.say('go')
  await program.waitFor('Working on it.')
  await program.waitFor(rows => lastRows(rows).includes('Try it out'))
  program.key('ctrl+t')
  await program.waitFor(rows => !/Mend it$/m.test(rows.join('\n')))
  program.key('ctrl+t')
  await program.waitFor(rows => /Mend it$/m.test(rows.join('\n')))
})
