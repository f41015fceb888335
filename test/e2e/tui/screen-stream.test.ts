import { expect, test } from 'vitest'
import { measureFlicker } from '../../support/pty/flicker-meter.ts'
import type { PtyProgram } from '../../support/pty/program.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'

const MARKDOWN = `# Findings

The **parser** is fine; \`scan()\` is not. 你好，世界 👍 — see [the notes](https://example.org/notes).

- one
- two, which is rather long and has to be broken at the right border of the window, wherever that may be
  1. inner
  2. inner too

| name | what it holds | 数量 |
|:-----|:-------------:|-----:|
| alpha | the first letter of them all | 1 |
| 日本語 | wide characters | 22 |

\`\`\`ts
const answer: number = 42 // the usual
export const twice = (x: number) => x * 2
\`\`\`

> Quoted words.

Done.`

const idle = (program: PtyProgram): Promise<number> =>
  program.waitFor(
    rows => rows.some(row => row.startsWith('Done.')) && !rows.some(row => row.includes('Esc stop')),
  )

/** What stands in scrollback and screen between the question and the prompt. */
const answerIn = (program: PtyProgram): readonly string[] => {
  const lines = program.lines()
  const from = lines.findIndex(line => line.includes('tell me'))
  const to = lines.findLastIndex(line => /^─{10,}/.test(line))
  return lines.slice(from + 1, to - 1).filter(line => line !== '' && !/^(?:Cost|Worked for) /.test(line))
}

test('Markdown that streams in small pieces stands in the scrollback once, exactly as when it comes at once', async () => {
  await using slow = await openTerminalHere({ replies: [{ text: MARKDOWN, chunkMs: 5 }] }, { rows: 14 })
  await using fast = await openTerminalHere({ replies: [{ text: MARKDOWN }] }, { rows: 14 })
  for (const terminal of [slow, fast]) {
    terminal.say('tell me')
    await idle(terminal.program)
    await terminal.program.settled()
  }
  const answer = answerIn(slow.program)
  expect(answer).toEqual(answerIn(fast.program))
  for (const once of ['Findings', '• one', '日本語', 'const answer', 'Quoted words', 'Done.'])
    expect(answer.filter(line => line.includes(once))).toHaveLength(1)
  expect(answer.join('\n')).not.toMatch(/\*\*|```|\|:-/)
})

test('what is typed while an answer streams stands there letter by letter, once', async () => {
  const words = Array.from({ length: 400 }, (_, at) => (at % 30 === 29 ? '\n\n- point ' : `word${at} `)).join(
    '',
  )
  await using terminal = await openTerminalHere(
    { replies: [{ text: `${words}\n\nDone.`, chunkMs: 6 }] },
    { columns: 60, rows: 20 },
  )
  const { program } = terminal
  terminal.say('tell me')
  await program.waitFor('word1')
  const shows = (text: string): Promise<number> =>
    program.waitFor(rows => rows.filter(row => row.startsWith('> ')).join() === `> ${text}`.trimEnd())
  let typed = ''
  for (const sign of 'never lost, 你好👍 nor doubled') {
    typed += sign
    program.type(sign)
    await shows(typed)
  }
  program.type('xy\u007f\u007f\u007f')
  typed = typed.slice(0, -1)
  await shows(typed)
  await idle(program)
  await program.settled()
  await shows(typed)
  expect(program.lines().filter(line => line.includes('never'))).toEqual([`> ${typed}`])
})

test('while an answer streams nothing is cleared, and nothing above the live part changes', async () => {
  const words = Array.from({ length: 300 }, (_, at) => (at % 40 === 39 ? '**word**\n\n' : `word${at} `)).join(
    '',
  )
  await using terminal = await openTerminalHere(
    { replies: [{ text: `${words}\n\nDone.`, chunkMs: 4 }] },
    { columns: 120, rows: 40 },
  )
  const { program } = terminal
  terminal.say('tell me')
  await idle(program)
  await program.settled()
  const writes = program.raw.map(({ bytes }) => bytes)
  const live = { columns: 120, rows: 40, liveRows: 12 }
  const { fullClears, changedAbove, rewritten } = measureFlicker(writes, live)
  expect({ fullClears, changedAbove }).toEqual({ fullClears: 0, changedAbove: 0 })
  // The caret's sign is pushed down when a row is put in above it, once for each row of the answer at most.
  expect(rewritten).toBeLessThan(12)
})

test('an answer longer than the window is in the scrollback whole, in order and once', async () => {
  const lines = Array.from({ length: 120 }, (_, at) => `${at + 1}. item number ${at + 1} of many`)
  await using terminal = await openTerminalHere({
    replies: [{ text: `${lines.join('\n')}\n\nDone.`, chunkMs: 1 }],
  })
  terminal.say('tell me')
  await idle(terminal.program)
  await terminal.program.settled()
  const found = terminal.program.lines().flatMap(line => /item number (\d+) of/.exec(line)?.[1] ?? [])
  expect(found).toEqual(lines.map((_, at) => String(at + 1)))
})

test('what is typed while an answer streams is on the screen and the cursor stands behind it', async () => {
  await using terminal = await openTerminalHere({ replies: [{ text: MARKDOWN.repeat(3), chunkMs: 10 }] })
  const { program } = terminal
  terminal.say('tell me')
  // A busy machine may see it only when it has scrolled away.
  await program.waitFor(() => program.lines().some(line => line.includes('Findings')))
  program.type('你好👍é')
  const row = await program.waitFor('> 你好👍é')
  await program.waitFor(() => program.cursor().x === 9)
  expect(program.cursor().y).toBeGreaterThanOrEqual(row - 1)
  expect(program.cursorShown()).toBe(true)
})

test('a reply that broke off and is asked for again does not stay above the new one', async () => {
  const old = Array.from({ length: 14 }, (_, at) => `Old paragraph ${at}.`).join('\n\n')
  await using terminal = await openTerminalHere(
    {
      replies: [
        { text: old, chunkMs: 20, fault: { kind: 'reset', afterEvents: 7 } },
        { text: 'New words.\n\nDone.' },
      ],
    },
    { rows: 40 },
  )
  const { program } = terminal
  terminal.say('tell me')
  await program.waitFor('Old paragraph 1.')
  await idle(program)
  expect(answerIn(program).slice(0, 2)).toEqual(['New words.', 'Done.'])
  expect(program.lines().join('\n')).not.toMatch(/Old paragraph|discarded/)
})

test('thinking is one line with its duration, whole in Ctrl-O, and an empty answer is said', async () => {
  await using terminal = await openTerminalHere({
    replies: [
      { thinking: 'First this.\nThen that.', text: 'Done.', blockDelaysMs: [1_100, 0] },
      { thinking: 'Nothing to add.', stopReason: 'end_turn' },
    ],
  })
  const { program } = terminal
  terminal.say('tell me')
  await idle(program)
  const [thought, ...rest] = answerIn(program)
  expect(thought).toMatch(/^∴ Thought for \d+ s/)
  expect(rest[0]).toBe('Done.')
  terminal.say('and?')
  await program.waitFor('The model ended without an answer.')
  program.key('ctrl+o')
  await program.waitFor('Then that.')
})
