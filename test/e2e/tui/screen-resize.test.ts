import { expect, test } from 'vitest'
import type { PtyProgram } from '../../support/pty/program.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

type Size = readonly [columns: number, rows: number]

const steps = (from: Size, to: Size, count: number): readonly Size[] =>
  Array.from({ length: count }, (_, at) => [
    Math.round(from[0] + ((to[0] - from[0]) * (at + 1)) / count),
    Math.round(from[1] + ((to[1] - from[1]) * (at + 1)) / count),
  ])

const DRAG: readonly Size[] = [
  ...steps([100, 30], [62, 30], 6),
  ...steps([62, 30], [62, 18], 3),
  ...steps([62, 18], [90, 18], 4),
  ...steps([90, 18], [90, 32], 3),
]
const JUMPS: readonly Size[] = [
  [50, 30],
  [130, 30],
  [130, 14],
  [60, 40],
  [90, 24],
]

/** Every step is drawn before the next comes, as with a hand. */
const resize = async (program: PtyProgram, sizes: readonly Size[]): Promise<void> => {
  for (const [columns, rows] of sizes) {
    const drawn = program.raw.length
    program.resize(columns, rows)
    await program.waitFor(() => program.raw.length > drawn)
    await program.settled(30)
  }
  await program.settled(250)
}

const ANSWER = Array.from({ length: 12 }, (_, at) => `Paragraph ${at + 1} of the answer, short.`).join('\n\n')

const count = (program: PtyProgram, wanted: string | RegExp): number =>
  program.lines().filter(line => (typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line)))
    .length

/** One prompt of the right width at the bottom, and no rule of another one anywhere. */
const expectOnePrompt = (terminal: TerminalWorld, draft: string): void => {
  const { program } = terminal
  expect(count(program, /^─{20,}$/)).toBe(2)
  expect(program.lines().filter(line => line === `> ${draft}`.trimEnd())).toHaveLength(1)
  expect(count(program, /ask first/)).toBe(1)
  expect(program.lines().at(-1)).toMatch(/ask first/)
}

test.each([
  ['dragged', DRAG],
  ['thrown to other sizes', JUMPS],
])('at rest, %s, the window has one prompt and every line of the answer once', async (_, sizes) => {
  await using terminal = await openTerminalHere({ replies: [{ text: ANSWER }] }, { columns: 100, rows: 30 })
  const { program } = terminal
  terminal.say('tell me')
  await program.waitFor('Paragraph 12')
  program.type('a draft')
  await program.waitFor('> a draft')
  await resize(program, sizes)
  expectOnePrompt(terminal, 'a draft')
  for (let at = 1; at <= 12; at++) expect(count(program, `Paragraph ${at} of`)).toBe(1)
  expect(count(program, 'tell me')).toBe(1)
  expect(program.cursor().x).toBe(9)
})

test.each([
  ['dragged', steps([100, 30], [64, 20], 8)],
  ['thrown to other sizes', JUMPS],
])('while an answer streams, %s, nothing is doubled and nothing is missing', async (_, sizes) => {
  const words = Array.from({ length: 40 }, (_, at) => `Sentence ${at + 1} stands alone.`).join('\n\n')
  await using terminal = await openTerminalHere(
    { replies: [{ text: `${words}\n\nThe end.`, chunkMs: 300 }] },
    { columns: 100, rows: 30, prepare: putSettings({ prefersReducedMotion: true }) },
  )
  const { program } = terminal
  const drawn = async (since: number): Promise<void> => {
    await program.waitFor(rows => program.raw.length > since || rows.join('').includes('The end.'))
    await program.settled(100)
  }
  terminal.say('tell me')
  await program.waitFor(/Sentence \d/)
  for (const [columns, rows] of sizes) {
    // Between two pieces: what is on its way when a terminal changes its size is shown in the wrong place by any.
    await drawn(program.raw.length)
    const before = program.raw.length
    program.resize(columns, rows)
    await drawn(before)
  }
  await program.waitFor(
    rows => rows.some(row => row.includes('The end.')) && !rows.join('').includes('Esc stop'),
  )
  await program.settled(300)
  expectOnePrompt(terminal, '')
  const found = program.lines().flatMap(line => /Sentence (\d+) stands/.exec(line)?.[1] ?? [])
  expect(found).toEqual(Array.from({ length: 40 }, (_, at) => String(at + 1)))
})

test.each([
  ['dragged', DRAG],
  ['thrown to other sizes', JUMPS],
])('with a question open, %s, there is one question, and it can be answered', async (_, sizes) => {
  await using terminal = await openTerminalHere(
    {
      replies: [
        { text: 'First words.', tool: { name: 'Bash', input: { command: 'rm -rf ./gone' } } },
        { text: 'As you wish.' },
      ],
    },
    { columns: 100, rows: 30 },
  )
  const { program } = terminal
  terminal.say('tidy up')
  await program.waitFor(/^ ❯ 2\. No/)
  await resize(program, sizes)
  expect(count(program, '1. Yes')).toBe(1)
  expect(count(program, /^── .*─{5,}$/)).toBe(1)
  expect(count(program, 'Waiting for your answer')).toBe(1)
  expect(count(program, 'First words.')).toBe(1)
  program.type('1')
  await program.waitFor('As you wish.')
  await program.settled(300)
  expect(count(program, '1. Yes')).toBe(0)
  expectOnePrompt(terminal, '')
})

test('a window too small for the prompt and large again shows it as before', async () => {
  await using terminal = await openTerminalHere({ replies: [{ text: ANSWER }] }, { columns: 80, rows: 24 })
  const { program } = terminal
  terminal.say('tell me')
  await program.waitFor(rows => rows.join('').includes('Paragraph 12') && !rows.join('').includes('Esc stop'))
  await program.settled()
  await resize(program, [
    [80, 3],
    [80, 24],
  ])
  expectOnePrompt(terminal, '')
  expect(count(program, 'Paragraph 12 of')).toBe(1)
})
