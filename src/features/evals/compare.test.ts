import { expect, test } from 'vitest'
import { NO_USAGE } from '../../protocol/usage.ts'
import { compareAll, compareRuns } from './compare.ts'
import type { Outcome, RunResult } from './result.ts'
import { summarize } from './summarize.ts'

const result = (task: string, outcome: Outcome, more: Partial<RunResult> = {}): RunResult => ({
  key: `${task}~v~${more.repeat ?? 1}`,
  task,
  variant: 'v',
  repeat: 1,
  session: '',
  outcome,
  ended: 'completed',
  checks: [],
  attempts: 1,
  ms: 1000,
  startedAt: '',
  answer: '',
  patch: '',
  usd: 0.1,
  unpriced: false,
  usage: NO_USAGE,
  requests: 1,
  calls: 0,
  toolErrors: 0,
  questions: 0,
  ...more,
})

const set = (name: string, outcomes: Readonly<Record<string, Outcome>>) => ({
  name,
  results: Object.entries(outcomes).map(([task, outcome]) => result(task, outcome)),
})

test('tasks that ran once each are compared by McNemar, errors left out', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const failed = set('A', Object.fromEntries(names.map(name => [name, 'failed'])))
  const passed = set('B', Object.fromEntries(names.map(name => [name, name === 'g' ? 'error' : 'passed'])))
  expect(compareRuns(failed, passed)).toMatchObject({
    pairs: 6,
    onlyA: ['g'],
    onlyB: [],
    difference: 1,
    test: 'mcnemar',
    p: 0.03125,
    better: ['a', 'b', 'c', 'd', 'e', 'f'],
    worse: [],
  })
})

test('repetitions of a task are one observation', () => {
  const often = (outcome: Outcome) => ({
    name: outcome,
    results: Array.from({ length: 30 }, (_, index) => result('only', outcome, { repeat: index + 1 })),
  })
  expect(compareRuns(often('failed'), often('passed'))).toMatchObject({
    test: 'sign_flip',
    p: 1,
    difference: 1,
  })
})

test('several comparisons are corrected together', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const of = (name: string, outcome: Outcome) =>
    set(name, Object.fromEntries(names.map(task => [task, outcome])))
  const all = compareAll([of('A', 'failed'), of('B', 'passed'), of('C', 'failed')])
  expect(all.map(({ p, corrected }) => [p, corrected])).toEqual([
    [0.0078125, 0.015625],
    [1, 1],
  ])
})

test('a summary counts what can be counted', () => {
  const plan = {
    tasks: [{ name: 'a' }, { name: 'b' }],
    variants: [{ name: 'v', values: {} }],
  } as unknown as Parameters<typeof summarize>[0]
  const results = [
    result('a', 'passed'),
    result('a', 'failed', { repeat: 2, ms: 3000, toolErrors: 2 }),
    result('b', 'error', { usd: 1 }),
  ]
  expect(summarize(plan, results)).toMatchObject({
    variants: [
      {
        variant: 'v',
        rate: { passed: 1, total: 2 },
        errors: 1,
        skipped: 0,
        toolErrors: 2,
        medianMs: 2000,
        usdPerRun: 0.1,
      },
    ],
    tasks: [
      { task: 'a', cells: [{ passed: 1, total: 2 }] },
      { task: 'b', cells: [{ passed: 0, total: 0 }] },
    ],
    done: 3,
  })
})
