import { describe, expect, test } from 'vitest'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
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
}
const theme = createTheme('dark', { colours: 256 })
const line = (
  turn: Partial<TurnState>,
  options: { now?: number; width?: number; tips?: readonly string[]; verbs?: readonly string[] } = {},
): string =>
  stripAnsi(
    spinnerLine(
      { ...TURN, ...turn },
      {
        now: options.now ?? 7500,
        theme,
        words: { status: statusEn },
        width: options.width ?? 100,
        reducedMotion: true,
        movable: false,
        tips: options.tips ?? [],
        verbs: options.verbs ?? [],
      },
    ),
  )

describe('spinnerLine', () => {
  test.each([
    ['an answer', {}, '● Answering · 7s · ↓ 1.2k tokens · Esc stops'],
    ['a tool', { phase: 'tool', activity: 'Grep', outputTokens: 0 }, '● Running Grep · 7s · Esc stops'],
    ['a question', { phase: 'waiting', outputTokens: 0 }, '? Waiting for your answer · 7s · Esc stops'],
    ['the end of it', { interrupting: true, outputTokens: 0 }, '● Stopping · 7s'],
    [
      'another attempt',
      {
        phase: 'retrying',
        outputTokens: 0,
        retry: { attempt: 2, maxAttempts: 10, at: 12_500, why: 'overloaded' },
      },
      '● Trying again in 5s (2 of 10) — the model is overloaded · 7s · Esc stops',
    ],
  ] as const)('%s is said', (_, turn, expected) => {
    expect(line(turn)).toBe(expected)
  })

  test('spinnerVerbs are words for thinking and answering, the same for a whole turn', () => {
    const verbs = ['Brewing', '']
    expect(line({ phase: 'thinking', outputTokens: 0 }, { verbs })).toContain('● Brewing · ')
    expect(line({ startedAt: 1000, outputTokens: 0 }, { verbs })).toContain('● Answering · ')
    // What is a fact stays one.
    expect(line({ phase: 'requesting', outputTokens: 0 }, { verbs })).not.toContain('Brewing')
  })

  test('a name the model made up cannot steer the terminal', () => {
    expect(line({ phase: 'tool', activity: 'a\u001b[2Jb', outputTokens: 0 })).toContain(
      'Running a\\u{1b}[2Jb',
    )
  })

  test('a stream that fell silent is said', () => {
    expect(line({ outputTokens: 0 }, { now: 27_000 })).toBe(
      '● Answering · nothing heard for 20s · 27s · Esc stops',
    )
  })

  test('in few columns what it does and how to stop it stay', () => {
    expect(line({}, { width: 24 })).toBe('● Answering · Esc stops')
  })

  test('a turn that takes its time says one tip, where there is room, made harmless', () => {
    const tips = ['\u001b[31mlook\u0007']
    expect(line({ heardAt: 9_000 }, { now: 9_999, tips })).not.toContain('Tip')
    const late = { now: 11_000, tips }
    expect(line({ heardAt: 11_000 }, late)).toMatch(/Esc stops · Tip: .*look/)
    expect(line({ heardAt: 11_000 }, late)).not.toMatch(/\p{Cc}/u)
    expect(line({ heardAt: 11_000 }, { ...late, width: 44 })).not.toContain('Tip')
    expect(line({ heardAt: 11_000, phase: 'waiting' }, late)).not.toContain('Tip')
  })
})
