import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTmux } from '../../support/needs-program.ts'
import { startPty } from '../../support/pty/program.ts'
import { API_KEY, openWorld, PROGRAM } from '../../support/run-program.ts'

const ANSWER = Array.from({ length: 14 }, (_, at) => `Paragraph ${at + 1} of the answer.`).join('\n\n')

const agent = (name: string) => ({
  name: 'Agent',
  input: { description: `look at ${name}`, prompt: `SUBTASK ${name}`, subagent_type: 'Explore', name },
})

/** The program in tmux, and tmux in a terminal. */
const openInTmux = async (env: Readonly<Record<string, string>> = {}) => {
  const world = await openWorld({
    replies: [
      { when: { lastUserText: 'tell me' }, text: ANSWER, chunkMs: 2 },
      { when: { lastUserText: 'tidy up' }, tool: { name: 'Bash', input: { command: 'rm -rf ./gone' } } },
      { when: { toolResult: { tool: 'Bash' } }, text: 'As you wish.' },
      { when: { lastUserText: 'hand it over' }, tools: ['ann', 'bob', 'cid'].map(agent) },
      {
        when: { lastUserText: 'SUBTASK' },
        tool: { name: 'Bash', input: { command: 'sleep 300' } },
        times: 3,
      },
    ],
  })
  const socket = join(world.root, 'tmux')
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8' })
  const command = ['tmux', '-S', socket, '-f', '/dev/null', 'new-session', process.execPath, PROGRAM] as const
  const program = startPty([...command], {
    columns: 90,
    rows: 30,
    cwd: world.project,
    env: {
      HOME: world.home,
      CAPSTAN_CONFIG_DIR: world.config,
      ANTHROPIC_BASE_URL: world.server.url,
      ANTHROPIC_API_KEY: API_KEY,
      ...env,
    },
  })
  return {
    program,
    lines: (): readonly string[] =>
      tmux('capture-pane', '-p', '-J', '-S', '-', '-E', '-')
        .split('\n')
        .map(line => line.trimEnd()),
    async [Symbol.asyncDispose]() {
      tmux('kill-server')
      await program[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

test.skipIf(!hasTmux())(
  'in tmux an answer and a question survive every change of size, once each',
  async () => {
    await using inside = await openInTmux()
    const { program, lines } = inside
    const count = (wanted: string | RegExp): number =>
      lines().filter(line => (typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line))).length
    const resize = async (sizes: readonly (readonly [number, number])[]): Promise<void> => {
      for (const [columns, rows] of sizes) {
        program.resize(columns, rows)
        // tmux draws by itself as well: only a rule of the new width is the program's answer.
        await program.waitFor(screen => screen.some(row => /^──/.test(row) && row.length === columns - 1))
        await program.settled(80)
      }
      await program.settled(250)
    }
    await program.waitFor('context left')
    program.type('tell me\r')
    await program.waitFor('Paragraph 14')
    program.type('draft')
    await program.waitFor('> draft')
    await resize([
      [84, 30],
      [71, 30],
      [60, 26],
      [110, 32],
      [64, 22],
      [90, 30],
    ])
    expect(count(/^─{20,}$/)).toBe(2)
    expect(count('> draft')).toBe(1)
    for (let at = 1; at <= 14; at++) expect(count(`Paragraph ${at} of`)).toBe(1)
    program.key('ctrl+u')
    program.type('tidy up\r')
    await program.waitFor(/^ ❯ \d\. /)
    await resize([
      [80, 30],
      [62, 28],
      [100, 30],
    ])
    expect(count('1. Yes')).toBe(1)
    program.type('1')
    await program.waitFor('As you wish.')
    await program.settled(200)
    expect(count('1. Yes')).toBe(0)
    expect(count(/^─{20,}$/)).toBe(2)
  },
)

test.skipIf(!hasTmux())(
  'in tmux agents that are at work stay one list however the window is dragged',
  async () => {
    await using inside = await openInTmux({ CAPSTAN_REDUCED_MOTION: '1' })
    const { program, lines } = inside
    const count = (wanted: RegExp): number => lines().filter(line => wanted.test(line)).length
    await program.waitFor('context left')
    program.type('tell me\r')
    await program.waitFor('Paragraph 14')
    program.type('hand it over\r')
    await program.waitFor('3 agents (')
    // There and back: with every turn tmux moves what is drawn anew further up.
    const drag = async (sizes: readonly number[]): Promise<void> => {
      for (const columns of sizes) program.resize(columns, 30)
      const last = sizes.at(-1) ?? 0
      await program.waitFor(screen => screen.some(row => /^──/.test(row) && row.length === last - 1))
      await program.settled(250)
    }
    for (let turn = 0; turn < 3; turn++) {
      await drag([84, 71, 58])
      await drag([70, 90])
    }
    expect([count(/● 3 agents/), count(/◇ ann/), count(/^─{20,}$/), count(/▌ hand it over/)]).toEqual([
      1, 1, 2, 1,
    ])
    for (let at = 1; at <= 14; at++) expect(count(new RegExp(`Paragraph ${at} of`))).toBeGreaterThan(0)
  },
)
