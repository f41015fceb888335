import { describe, expect, test } from 'vitest'
import { presented } from '../../../../test/support/presented.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { clockTime } from '../../../lib/text/clock-time.ts'
import type { Doing } from '../state/doing.ts'
import type { EscapeUse } from '../state/escape-use.ts'
import type { TurnState } from '../state/ui-state.ts'
import { statusEn } from '../text/en/status.ts'
import { createTheme } from '../theme/create-theme.ts'
import { spinnerLine } from './spinner.ts'

const TURN: TurnState = {
  startedAt: 0,
  reply: '',
  phase: 'responding',
  outputTokens: 1234,
  heardAt: 7000,
  interrupting: false,
  idleMs: 0,
}
const GREP: Doing = {
  kind: 'tool',
  call: presented({ kind: 'tool', id: 't1', name: 'Grep', input: {}, state: 'running' }),
}
const theme = createTheme('dark', { colours: 256 })
const line = (
  turn: Partial<TurnState>,
  options: {
    now?: number
    width?: number
    tips?: readonly string[]
    verbs?: readonly string[]
    doing?: Doing
    movable?: boolean
    escape?: EscapeUse
  } = {},
): string =>
  stripAnsi(
    spinnerLine(
      { ...TURN, ...turn },
      {
        doing: options.doing ?? { kind: turn.phase ?? TURN.phase },
        now: options.now ?? 7500,
        theme,
        words: { status: statusEn },
        width: options.width ?? 100,
        cwd: '/',
        reducedMotion: true,
        escape: options.escape ?? 'stop',
        movable: options.movable ?? false,
        tips: options.tips ?? [],
        verbs: options.verbs ?? [],
      },
    ),
  )

describe('spinnerLine', () => {
  test.each([
    ['an answer', {}, '● Answering · 7 s · ↓ 1.2k tokens · Esc stop'],
    ['the end of an answer', { phase: 'finishing', outputTokens: 0 }, '● Finishing up · 7 s · Esc stop'],
    ['the end of it', { interrupting: true, outputTokens: 0 }, '● Stopping · 7 s'],
    [
      'another attempt',
      {
        phase: 'retrying',
        outputTokens: 0,
        retry: { attempt: 2, maxAttempts: 10, at: 12_500, why: 'overloaded' },
      },
      '● Retrying in 5 s (2 of 10) — model overloaded · 7 s · Esc stop',
    ],
    [
      'a usage limit that is waited for',
      {
        phase: 'retrying',
        outputTokens: 0,
        retry: { attempt: 1, maxAttempts: 1, at: 7_507_000, why: 'rate_limit', waits: true },
      },
      `● Usage limit: going on at ${clockTime(7_507_000, 0)} (in 2 h 4 min) · 7 s · Esc stop`,
    ],
  ] as const)('%s is said', (_, turn, expected) => {
    expect(line(turn)).toBe(expected)
  })

  test('while a dialog stands only the dialog says what Esc does', () => {
    const phases = ['requesting', 'thinking', 'responding', 'calling', 'compacting', 'finishing'] as const
    for (const phase of phases) expect(line({ phase }, { escape: 'dialog' })).not.toContain('Esc')
    expect(line({}, { escape: 'dialog', doing: { kind: 'waiting' } })).not.toContain('Esc')
    const tips = ['Esc Esc rewinds']
    expect(line({ heardAt: 39_000 }, { now: 40_000, tips })).toContain('Esc Esc')
    expect(line({ heardAt: 39_000 }, { now: 40_000, tips, escape: 'dialog' })).not.toContain('Esc')
  })

  test('while Esc is for what is being typed, the other key that stops is named', () => {
    expect(line({}, { escape: 'text' })).toBe('● Answering · 7 s · ↓ 1.2k tokens · Ctrl-C stop')
  })

  test.each([
    ['deciding', 'Checking permissions'],
    ['goal', 'Checking the goal'],
  ] as const)('what follows a whole reply is named: %s', (kind, name) => {
    expect(line({ phase: 'finishing', outputTokens: 0 }, { doing: { kind } })).toBe(
      `● ${name} · 7 s · Esc stop`,
    )
  })

  test('spinnerVerbs are words for thinking and answering, the same for a whole turn', () => {
    const verbs = ['Brewing', '']
    expect(line({ phase: 'thinking', outputTokens: 0 }, { verbs })).toContain('● Brewing · ')
    expect(line({ startedAt: 1000, outputTokens: 0 }, { verbs })).toContain('● Answering · ')
    // What is a fact stays one.
    expect(line({ phase: 'requesting', outputTokens: 0 }, { verbs })).not.toContain('Brewing')
  })

  test('a name the model made up cannot steer the terminal', () => {
    const doing = { ...GREP, call: { ...GREP.call, name: 'a\u001b[2Jb' } } as Doing
    expect(line({}, { doing })).toContain('Running a\\u{1b}[2Jb')
  })

  test.each([
    ['a tool that runs is named', GREP, {}, '● Running Grep · 7 s · Esc stop'],
    ['an open question is said', { kind: 'waiting' }, {}, '? Waiting for your answer · 7 s · Esc stop'],
    [
      'the person’s own thinking time is left out',
      { kind: 'waiting' },
      { idleMs: 2000, askedAt: 5500 },
      '? Waiting for your answer · 3 s · Esc stop',
    ],
  ] as const)('%s', (_, doing, turn, expected) => {
    expect(line({ outputTokens: 0, ...turn }, { doing })).toBe(expected)
  })

  test.each([
    [2_000, 0, 'Waiting for the model · 2 s'],
    [60_000, 59_000, 'Waiting for the model · 1 min 0 s'],
    [60_000, 52_000, 'Waiting for the model (8 s) · 1 min 0 s'],
    [60_000, 30_000, 'Waiting for the model · nothing heard for 30 s · 1 min 0 s'],
  ])('at %i ms, last heard at %i, waiting for the model is said with its seconds', (now, heardAt, said) => {
    expect(line({ phase: 'requesting', outputTokens: 0, heardAt }, { now })).toBe(`● ${said} · Esc stop`)
  })

  test('the background key is offered only for a running command', () => {
    expect(line({ outputTokens: 0 }, { doing: GREP, movable: true })).toContain('Ctrl-B run in background')
    expect(line({ outputTokens: 0 }, { doing: GREP })).not.toContain('Ctrl-B')
  })

  test('a stream that fell silent is said', () => {
    expect(line({ outputTokens: 0 }, { now: 27_000 })).toBe(
      '● Answering · nothing heard for 20 s · 27 s · Esc stop',
    )
  })

  test('in few columns what it does and how to stop it stay', () => {
    expect(line({}, { width: 24 })).toBe('● Answering · Esc stop')
  })

  test('a turn that takes its time says one tip, where there is room, made harmless', () => {
    const tips = ['\u001b[31mlook\u0007']
    expect(line({ heardAt: 9_000 }, { now: 9_999, tips })).not.toContain('Tip')
    const late = { now: 11_000, tips }
    expect(line({ heardAt: 11_000 }, late)).toMatch(/Esc stop · Tip: .*look/)
    expect(line({ heardAt: 11_000 }, late)).not.toMatch(/\p{Cc}/u)
    expect(line({ heardAt: 11_000 }, { ...late, width: 44 })).not.toContain('Tip')
    expect(line({ heardAt: 11_000 }, { ...late, doing: { kind: 'waiting' } })).not.toContain('Tip')
  })
})
