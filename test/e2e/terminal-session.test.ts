import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '../support/bundle-program.ts'
import { hasTmux } from '../support/needs-program.ts'
import { type PtyProgram, startPty } from '../support/pty/program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

let script = ''
beforeAll(async () => {
  script = await bundleProgram('sample-terminal')
})
const sample = (env: Record<string, string | undefined> = {}) =>
  startPty([process.execPath, script], { columns: 60, rows: 16, env })
const rule = (columns: number): string => '─'.repeat(columns - 1)
const box = (text: string, columns: number, rows: number): string[] => [
  rule(columns),
  `> ${text}`.trimEnd(),
  rule(columns),
  `size ${columns}x${rows}`,
]

test('keys are seen on the screen, the cursor stands behind them, also behind wide ones', async () => {
  await using program = sample()
  await program.waitFor('size 60x16')
  program.type('你好👍é')
  await program.waitFor('> 你好👍é')
  expect(program.cursor().x).toBe(9)
  program.key('backspace')
  program.key('backspace')
  await program.waitFor(/> 你好$/)
  program.paste('one\ntwo\nthree')
  await program.waitFor('[3 lines]')
})

test('at its end the program leaves a clean terminal', async () => {
  await using program = sample()
  await program.waitFor('size 60x16')
  program.type('hello\r')
  await program.waitFor(/^hello$/)
  program.key('ctrl+d')
  expect(await program.exit).toBe(0)
  expect(program.lines()).toEqual(['hello'])
  expect(program.cursorShown()).toBe(true)
  expect(program.raw.map(({ bytes }) => bytes).join('')).toContain('\u001b[?2004l')
})

test('a program that fails leaves one as well', async () => {
  await using program = sample()
  await program.waitFor('size 60x16')
  program.key('ctrl+k')
  expect(await program.exit).not.toBe(0)
  expect(program.cursorShown()).toBe(true)
  expect(program.lines().join('\n')).toContain('on purpose')
  expect(program.lines().join('\n')).not.toContain('size 60x16')
})

test('another program has the terminal for a while', async () => {
  await using program = sample()
  await program.waitFor('size 60x16')
  program.type('!')
  await program.waitFor('the editor was here')
  program.type('x')
  await program.waitFor('> x')
  expect(program.lines()).toEqual(['the editor was here', ...box('x', 60, 16)])
})

const drag = async (program: PtyProgram, sizes: readonly (readonly [number, number])[]): Promise<void> => {
  for (const [columns, rows] of sizes) {
    program.resize(columns, rows)
    await program.waitFor(`size ${columns}x${rows}`)
    await program.settled(30)
  }
}

test.each([
  ['known by name', {}],
  ['without a name', { TERM_PROGRAM: undefined }],
])(
  'dragged and jumped to other sizes, a terminal %s has one live area and every finished line once',
  async (_, env) => {
    await using program = sample(env)
    await program.waitFor('size 60x16')
    const history = Array.from({ length: 30 }, (_, i) => `line ${i} ${'x'.repeat(i + 1)}`)
    program.type(`${history.join('|')}\r`)
    await program.waitFor('line 29')
    program.type('draft')
    await program.waitFor('> draft')
    await drag(program, [
      [58, 16],
      [55, 16],
      [51, 15],
      [46, 14],
      [40, 14],
      [100, 30],
      [30, 12],
      [61, 16],
    ])
    await program.waitFor(screen => screen.includes(rule(61)))
    expect(program.lines()).toEqual([...history, ...box('draft', 61, 16)])
    expect(program.cursor().x).toBe(7)
  },
)

test('stopped and continued from a shell', async () => {
  await using program = startPty(['bash', '--norc', '-i'], {
    columns: 60,
    rows: 16,
    env: { PS1: '$ ' },
  })
  await program.waitFor('$')
  program.type(`'${process.execPath}' '${script}'\r`)
  await program.waitFor('size 60x16')
  program.type('draft')
  await program.waitFor('> draft')
  program.key('ctrl+z')
  await program.waitFor(/Stopped/)
  expect(program.screen().join('\n')).not.toContain('> draft')
  program.type('fg\r')
  await program.waitFor('> draft')
  program.type('!')
  await program.waitFor('the editor was here')
  // The keyboard is given back after the editor's last word.
  await program.waitFor(rows => rows.lastIndexOf('> draft') > rows.indexOf('the editor was here'))
  // What the terminal was asked is answered by then; later the shell would read it.
  await program.settled(300)
  program.key('ctrl+d')
  await program.waitFor(/^\$$/)
})

test.skipIf(!hasTmux())('in tmux, which breaks all rows, nothing stays behind either', async () => {
  await using tmp = tmpDir()
  const socket = join(tmp.path, 'tmux')
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' })
  await using program = startPty(
    ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', process.execPath, script],
    { columns: 60, rows: 17, env: { HOME: tmp.path } },
  )
  try {
    await program.waitFor('size 60x16')
    const history = Array.from({ length: 30 }, (_, i) => `line ${i} ${'x'.repeat(i + 1)}`)
    program.type(`${history.join('|')}\r`)
    await program.waitFor('line 29')
    program.type('a rather long draft of a prompt')
    await program.waitFor('draft of a prompt')
    for (const [columns, rows] of [
      [50, 17],
      [44, 17],
      [38, 15],
      [90, 30],
      [36, 20],
      [60, 17],
    ] as const) {
      program.resize(columns, rows)
      await program.waitFor(`size ${columns}x${rows - 1}`)
      await program.settled(80)
    }
    const lines = tmux('capture-pane', '-p', '-J', '-S', '-', '-E', '-')
      .split('\n')
      .map(line => line.trimEnd())
    while (lines.at(-1) === '') lines.pop()
    expect(lines).toEqual([...history, ...box('a rather long draft of a prompt', 60, 16)])
  } finally {
    tmux('kill-server')
  }
})
