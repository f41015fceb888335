import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDirectory } from '../../../src/features/sessions/project-key.ts'
import type { PtyProgram } from '../../support/pty/program.ts'
import { putSettings } from '../../support/pty/put-settings.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import { SampleSession, textBlock, writeSession } from '../../support/sample-session.ts'

const QUIET = putSettings({ promptSuggestionEnabled: false })
const count = (program: PtyProgram, words: string): number =>
  program.lines().filter(line => line.includes(words)).length
const idle = (program: PtyProgram, words: string): Promise<number> =>
  program.waitFor(
    rows => rows.some(row => row.includes(words)) && !rows.some(row => row.includes('Esc stop')),
  )

const TALK = {
  replies: [
    { when: { lastUserText: 'first' }, text: 'The **first** answer.' },
    {
      when: { lastUserText: 'second' },
      text: 'The second answer.',
      tool: { name: 'Bash', input: { command: 'echo seen; sleep 300' } },
    },
    { when: { lastUserText: 'third' }, text: 'The third answer.' },
  ],
}

test('killed in the middle of a command, everything that was shown comes back with --continue, once', async () => {
  await using terminal = await openTerminalHere(TALK, {
    started: true,
    args: ['--allowedTools', 'Bash'],
    prepare: QUIET,
  })
  const { program } = terminal
  terminal.say('first')
  await idle(program, 'The first answer.')
  terminal.say('second')
  await program.waitFor('The second answer.')
  await program.waitFor(/Running|echo seen/)
  await program.settled()
  program.signal('SIGKILL')
  await program.exit
  const next = await terminal.again({ args: ['--continue'] })
  await next.waitFor('The second answer.')
  await next.settled()
  for (const words of ['▌ first', 'The first answer.', '▌ second', 'The second answer.', 'echo seen'])
    expect(count(next, words)).toBe(1)
  next.type('third\r')
  await idle(next, 'The third answer.')
})

test('a conversation that goes on prints its history once, and --resume without a name lets one choose', async () => {
  await using terminal = await openTerminalHere(TALK, { prepare: QUIET })
  const { program, world } = terminal
  terminal.say('first')
  await idle(program, 'The first answer.')
  program.key('ctrl+d')
  program.key('ctrl+d')
  await program.exit
  const [session] = world.sessions()
  const named = await terminal.again({ args: ['--resume', session?.id ?? ''] })
  await named.waitFor('The first answer.')
  await named.settled()
  expect(count(named, 'The first answer.')).toBe(1)
  named.key('ctrl+d')
  named.key('ctrl+d')
  await named.exit
  const chosen = await terminal.again({ args: ['--resume'], early: true })
  await chosen.waitFor(/❯.*first/)
  chosen.key('enter')
  await chosen.waitFor('The first answer.')
  chosen.type('third\r')
  await idle(chosen, 'The third answer.')
  expect(world.sessions()).toHaveLength(1)
})

test('a prompt on the command line is said at once', async () => {
  await using terminal = await openTerminalHere(TALK, { args: ['say it first'], prepare: QUIET })
  await idle(terminal.program, 'The first answer.')
  expect(count(terminal.program, '▌ say it first')).toBe(1)
})

test('Ctrl-O shows everything, scrolls, finds with n and N, and gives the same screen back', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}${at % 20 === 7 ? ' needle' : ''}.`).join(
    '\n\n',
  )
  await using terminal = await openTerminalHere(
    { replies: [{ thinking: 'Deep thoughts.', text }] },
    { prepare: QUIET },
  )
  const { program } = terminal
  terminal.say('go')
  await idle(program, 'Line 60.')
  program.type('draft')
  await program.waitFor('> draft')
  await program.settled()
  const before = program.screen()
  const shows = (words: string): Promise<number> => program.waitFor(words)
  program.key('ctrl+o')
  await program.waitFor(() => program.isAlternate())
  await shows('Line 60.')
  program.key('g')
  await shows('▌ go')
  program.key('ctrl+e')
  await shows('Deep thoughts.')
  program.type('/needle\r')
  await program.waitFor(/^\/needle/)
  await shows('Line 8 needle')
  program.key('n')
  await shows('Line 28 needle')
  program.key('n')
  await shows('Line 48 needle')
  program.type('N')
  await shows('Line 28 needle')
  program.key('pagedown')
  program.resize(70, 20)
  await program.settled()
  program.resize(80, 24)
  await program.settled()
  program.key('escape')
  await program.waitFor(() => !program.isAlternate())
  await program.waitFor('> draft')
  await program.settled()
  expect(program.screen()).toEqual(before)
  expect(count(program, 'Line 59.')).toBe(1)
})

test('a resumed conversation says that more was before its compaction, and Ctrl-O shows it from the top on', async () => {
  const session = new SampleSession()
  session
    .ask('the oldest question')
    .reply([textBlock('The oldest answer.')])
    .compaction('Of the oldest.')
  for (let turn = 0; turn < 20; turn++) session.ask(`older question ${turn}`).reply([textBlock('As before.')])
  session
    .compaction('Of the older.')
    .ask('the newest question')
    .reply([textBlock('The newest answer.')])
  await using terminal = await openTerminalHere(TALK, {
    args: ['--resume', session.sessionId],
    prepare: world => {
      QUIET(world)
      const directory = projectDirectory(world.config, world.project)
      writeSession(join(directory, `${session.sessionId}.jsonl`), session.lines)
    },
  })
  const { program } = terminal
  await idle(program, 'The newest answer.')
  await program.waitFor('… The conversation before this was compacted, Ctrl-O to show')
  expect(count(program, 'older question')).toBe(0)
  program.key('ctrl+o')
  await program.waitFor('older question 19')
  await program.waitFor('The newest answer.')
  program.key('g')
  await program.waitFor('older question 0')
  // What comes before the first line moves nothing; it only has an empty line above it now.
  await program.waitFor(rows => rows[0] === '')
  program.key('g')
  await program.waitFor('▌ the oldest question')
  program.type('/newest question\r')
  await program.waitFor('▌ the newest question')
  program.key('escape')
  await program.waitFor(() => !program.isAlternate())
})

test('after 300 turns a key is on the screen as soon as after the first', async () => {
  await using terminal = await openTerminalHere(
    { replies: [{ text: 'Short answer.', repeat: true }] },
    { prepare: QUIET },
  )
  const { program: short, world } = terminal
  terminal.say('hello there')
  await idle(short, 'Short answer.')
  const session = new SampleSession({ cwd: world.project })
  for (let turn = 0; turn < 300; turn++) session.ask(`question ${turn}`).reply([textBlock('Short answer.')])
  const directory = projectDirectory(world.config, world.project)
  writeSession(join(directory, `${session.sessionId}.jsonl`), session.lines)
  const long = await terminal.again({ args: ['--resume', session.sessionId] })
  await long.waitFor('question 299')
  await long.settled()
  expect(count(long, 'Short answer.')).toBeGreaterThan(90)
  const times = await keyTimes([short, long])
  expect(times[1] / times[0]).toBeLessThan(2)
})

/**
 * For each the quickest of some keys, in milliseconds: the others say what else the machine was doing. In turns, so that
 * it does that to both.
 */
const keyTimes = async (programs: readonly [PtyProgram, PtyProgram]): Promise<readonly [number, number]> => {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let typed = 1; typed <= 40; typed++)
    for (const at of [0, 1] as const) {
      const from = performance.now()
      programs[at].type('x')
      await programs[at].waitFor(`> ${'x'.repeat(typed)}`)
      best[at] = Math.min(best[at], performance.now() - from)
    }
  return best
}
