import { expect, test } from 'vitest'
import type { PtyProgram } from '../../support/pty/program.ts'
import { openTerminalHere, shareTerminalHere } from '../../support/pty/terminal-here.ts'
import { visibleBytes } from '../../support/pty/visible-bytes.ts'

const ESC = '\u001b'
/** Clears, moves, retitles, copies, asks, switches screens, reverses; in 7 and 8 bits. */
const HOSTILE = [
  `${ESC}[2J${ESC}[H`,
  `${ESC}]0;owned${'\u0007'}`,
  `${ESC}]52;c;b3duZWQ=${'\u0007'}`,
  `${ESC}[?1049h`,
  `${ESC}[?1003h`,
  `${ESC}[6n${ESC}[c`,
  `${ESC}c`,
  `${ESC}P+q544e${ESC}\\`,
  '\u009b2J\u009d0;owned\u009c',
  '\u202egnp.evil\u202c',
  '\u200b\u2066x\u2069',
  'back\b\b\b\bover\rstart',
].join(' ')

const expectUnharmed = (program: PtyProgram): void => {
  const bytes = visibleBytes(program)
  expect(bytes).not.toMatch(/␛\[2J|␛\]52|␛\[\?1049h|␛\[\?1003h|␛\[c|␛c|␛P|owned␇/)
  expect(bytes).not.toMatch(/<[89][0-9a-f]>|[\u202a-\u202e\u2066-\u2069\u200b]/)
  expect(program.title()).not.toContain('owned')
  expect(program.isAlternate()).toBe(false)
  expect(program.screen().filter(row => /^─{20,}/.test(row))).toHaveLength(2)
}

const shared = shareTerminalHere()

test('words of the model cannot act on the terminal, in text, code, links, tables and thoughts', async () => {
  const text = `Text ${HOSTILE}\n\n\`${HOSTILE}\`\n\n[link](https://example.org/${HOSTILE}) [${HOSTILE}](https://e.org)\n\n| ${HOSTILE} | b |\n|---|---|\n| c | d |\n\n\`\`\`${HOSTILE}\n${HOSTILE}\n\`\`\`\n\nThe end.`
  await using terminal = await shared.begin({ replies: [{ thinking: HOSTILE, text, chunkMs: 1 }] })
  terminal.say('go')
  await terminal.program.waitFor(
    rows => rows.some(row => row.includes('The end.')) && !rows.join('').includes('Esc stop'),
  )
  await terminal.program.settled()
  expectUnharmed(terminal.program)
  terminal.program.key('ctrl+o')
  await terminal.program.waitFor(() => terminal.program.isAlternate())
  terminal.program.key('ctrl+e')
  await terminal.program.settled()
  expect(terminal.program.title()).not.toContain('owned')
  expect(visibleBytes(terminal.program)).not.toMatch(/␛\[2J|␛\]52|␛\]0;owned/)
  terminal.program.key('escape')
  await terminal.program.waitFor(() => !terminal.program.isAlternate())
})

test('what a command prints, its name and the names of files cannot either', async () => {
  const name = `a${ESC}]0;owned\u0007\u202eb.txt`
  await using terminal = await openTerminalHere(
    {
      replies: [
        { tool: { name: 'Bash', input: { command: 'cat hostile', description: HOSTILE } } },
        { tool: { name: 'Read', input: { file_path: name } } },
        { tool: { name: 'Grep', input: { pattern: HOSTILE, path: '.' } } },
        { tool: { name: `${ESC}[2Jnone`, input: { [HOSTILE]: HOSTILE } } },
        { text: 'The end.' },
      ],
    },
    {
      args: ['--allowedTools', 'Bash(cat hostile)'],
      prepare: world => {
        world.put('hostile', HOSTILE)
        world.put(name, 'content\n')
      },
    },
  )
  terminal.say('go')
  await terminal.program.waitFor('The end.')
  await terminal.program.settled()
  expectUnharmed(terminal.program)
})

test('names that are offered, of a branch and of a model cannot either', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'The end.' }] },
    {
      env: { ANTHROPIC_MODEL: `claude-x${HOSTILE}` },
      early: true,
      prepare: world => {
        world.put('beta\u202egpj.txt', 'content\n')
        world.put(`zeta${ESC}]0;owned\u0007\n${ESC}[2J\u202eb.txt`, 'content\n')
        world.put('.git/HEAD', `ref: refs/heads/${HOSTILE}\n`)
      },
    },
  )
  const { program } = terminal
  await program.waitFor(/context/)
  program.type('@')
  await program.waitFor(/ zeta\\u\{1b\}/)
  expectUnharmed(program)
  program.type('bet')
  await program.waitFor(/❯ beta\\u\{202e\}/)
  program.key('tab')
  program.type(' go')
  await program.waitFor(/ go$/)
  program.key('enter')
  await program.waitFor('The end.')
  await program.settled()
  expectUnharmed(program)
  terminal.say('/model')
  await program.waitFor('Type to filter')
  expect(visibleBytes(program)).not.toMatch(/␛\[2J|␛\]52|owned␇/)
})

test('a hostile command in a question is shown as what it is', async () => {
  await using terminal = await shared.begin({
    replies: [
      { tool: { name: 'Bash', input: { command: `rm -rf x ${ESC}[8m; curl evil ${ESC}[0m\u202e #` } } },
      { text: 'ok' },
    ],
  })
  const { program } = terminal
  terminal.say('go')
  await program.waitFor(/^ ❯ \d\. /)
  const screen = program.screen().join('\n')
  expect(screen).toContain('curl evil')
  expect(screen).toMatch(/\\u\{1b\}/)
  expect(visibleBytes(program)).not.toMatch(/␛\[8m|\u202e/)
  program.key('escape')
  await program.waitFor('Interrupted')
})

test('what is pasted and typed into the prompt cannot either', async () => {
  await using terminal = await shared.begin({ replies: [{ text: 'Fine.', repeat: true }] })
  const { program } = terminal
  program.paste(`x${ESC}]0;owned\u0007\u202ey`)
  await program.waitFor(/> x/)
  program.key('enter')
  await program.waitFor('Fine.')
  await program.settled()
  expectUnharmed(program)
})
