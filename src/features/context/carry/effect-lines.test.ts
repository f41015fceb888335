import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect } from '../../../protocol/context.ts'
import { textTokens } from '../tokens.ts'
import { effectLines, refusedLines } from './effect-lines.ts'

let calls = 0
const effect = (kind: Effect['kind'], text: string, more: Partial<Effect> = {}): Effect => ({
  kind,
  text,
  outcome: 'done',
  toolUseId: `call-${calls++}`,
  at: '2026-01-01T00:00:00.000Z',
  ...more,
})
const found = (kind: Effect['kind'], text: string): Effect => {
  const { toolUseId: _, ...rest } = effect(kind, text)
  return rest
}
const lines = (effects: readonly Effect[], budget = 10_000) => effectLines(effects, { budget, cwd: '/p' })

test('each kind and outcome has its line', () => {
  expect(
    lines([
      effect('command', 'npm install'),
      effect('command', 'make', { outcome: 'failed', detail: 'exit code 2: "no rule"' }),
      effect('write', '/p/src/a.ts', { detail: '+3 −1 lines' }),
      effect('delete', '/elsewhere/b.ts'),
      effect('fetch', 'https://example.com/x', { detail: 'status 200' }),
      effect('command', 'npm run dev', { outcome: 'running', taskId: 't1' }),
      effect('command', './deploy.sh', { outcome: 'interrupted' }),
      effect('command', 'git push', { outcome: 'refused', detail: 'Not before\nthe review.' }),
      effect('answer', 'Which database?', { detail: 'Postgres' }),
      effect('other', 'github: create_issue'),
    ]),
  ).toEqual([
    'ran: npm install',
    'ran: make — failed: exit code 2: "no rule"',
    'wrote: src/a.ts (+3 −1 lines)',
    'deleted: /elsewhere/b.ts',
    'fetched: https://example.com/x (status 200)',
    'ran: npm run dev — still running as task t1',
    'ran: ./deploy.sh — interrupted, its effect is unknown',
    'called: github: create_issue',
  ])
})

test('what happened more than once is one line, at its last place', () => {
  expect(
    lines([
      effect('command', 'npm test', { outcome: 'failed', detail: 'exit code 1' }),
      effect('write', '/p/b.ts'),
      effect('command', 'npm test', { outcome: 'failed', detail: 'exit code 1' }),
      effect('write', '/p/b.ts'),
    ]),
  ).toEqual(['ran: npm test ×2 — failed: exit code 1', 'wrote: b.ts ×2'])
})

test('of calls that came to different ends each end is said, in their order', () => {
  expect(
    lines([
      effect('command', 'npm test', { outcome: 'failed', detail: 'exit code 1: "no such file"' }),
      effect('write', '/p/a.ts', { detail: '+3 −1 lines' }),
      effect('command', 'npm test', { outcome: 'failed', detail: 'exit code 1: "1 is not 2"' }),
      effect('command', 'npm test'),
      effect('command', 'npm test'),
      effect('delete', '/p/a.ts'),
    ]),
  ).toEqual([
    'ran: npm test — failed (exit code 1: "no such file"), then failed (exit code 1: "1 is not 2"), then succeeded ×2',
    'deleted: a.ts — wrote it (+3 −1 lines), then deleted it',
  ])
})

test('of very many different ends the first and the last are said, and the others counted', () => {
  const flaky = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0
      ? effect('command', 'npm test', { outcome: 'failed', detail: `exit code ${at}` })
      : effect('command', 'npm test'),
  )
  expect(lines(flaky)).toEqual([
    'ran: npm test — failed (exit code 0), then succeeded ×8 and failed ×8, then succeeded, then failed (exit code 18), then succeeded',
  ])
})

test('every end of every call about one thing can be read from the lines', () => {
  const kinds = ['command', 'write', 'delete', 'fetch', 'other'] as const
  const outcomes = ['done', 'failed', 'interrupted', 'running', 'refused'] as const
  const said = { failed: 'failed', interrupted: 'interrupted', running: 'still running', refused: 'refused' }
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 9 }),
      (kind, ends) => {
        const all = ends.map(outcome => effect(kind, '/p/x', { outcome }))
        const [told = ''] = lines(all)
        const refused = refusedLines(all, { budget: 1_000, cwd: '/p' })
        const lastRun = ends.findLastIndex(outcome => outcome !== 'refused')
        expect(lines(all)).toHaveLength(lastRun === -1 ? 0 : 1)
        expect(refused).toHaveLength(ends.at(-1) === 'refused' ? 1 : 0)
        const seen = new Set(ends.slice(0, lastRun + 1))
        for (const [outcome, word] of Object.entries(said))
          expect(told.includes(word), told).toBe(seen.has(outcome as keyof typeof said))
        if (seen.has('done') && seen.size > 1) expect(told).toMatch(/succeeded|wrote it|deleted it/)
      },
    ),
  )
})

test('a change that is only found afterwards is not counted again, and one that no tool named is listed', () => {
  expect(
    lines([
      effect('write', '/p/a.ts', { detail: 'created, 3 lines' }),
      found('write', '/p/a.ts'),
      found('write', '/p/b.ts'),
      found('delete', '/p/a.ts'),
    ]),
  ).toEqual(['wrote: b.ts', 'deleted: a.ts — wrote it (created, 3 lines), then deleted it'])
})

test('without room the oldest of the plain ones go, and a line says how many', () => {
  const many = Array.from({ length: 500 }, (_, at) => effect('command', `step ${at}`))
  const first = effect('command', './migrate.sh', { outcome: 'interrupted' })
  const shown = lines([first, ...many], 300)
  expect(shown.slice(0, 2)).toEqual([
    `(${502 - shown.length} more not listed here; Recall finds them)`,
    'ran: ./migrate.sh — interrupted, its effect is unknown',
  ])
  expect(shown.at(-1)).toBe('ran: step 499')
  expect(textTokens(shown.join('\n'))).toBeLessThanOrEqual(300)
})

test('a refused command is not listed as having happened; its words are kept until it does happen', () => {
  const refused = (text: string, detail: string) => effect('command', text, { outcome: 'refused', detail })
  const effects = [
    refused('git push', 'Not before the review.'),
    refused('npm test', 'Use the e2e tests.'),
    effect('command', 'npm test'),
    effect('command', 'make'),
    refused('make', 'Enough.'),
  ]
  expect(lines(effects)).toEqual(['ran: npm test — refused, then succeeded', 'ran: make'])
  expect(refusedLines(effects, { budget: 1_000, cwd: '/p' })).toEqual([
    'run: git push — Not before the review.',
    'run: make — Enough.',
  ])
  expect(refusedLines(effects, { budget: 10, cwd: '/p' })).toEqual(['run: make — Enough.'])
})

test('a plan that was declined is not carried as refused: it may have been approved since', () => {
  const effects = [
    effect('answer', 'ApprovePlan', { outcome: 'refused', said: 'Not null.' }),
    effect('answer', 'Which one?', { outcome: 'refused' }),
  ]
  expect(refusedLines(effects, { budget: 1_000, cwd: '/p', approvals: ['ApprovePlan'] })).toEqual([
    'ask: Which one?',
  ])
})

test('lines of several edits of one file add up', () => {
  expect(
    lines([
      effect('write', '/p/a.ts', { detail: '+3 −1 lines' }),
      effect('write', '/p/a.ts', { detail: '+10 −0 lines' }),
      effect('write', '/p/a.ts', { detail: '+0 −4 lines' }),
    ]),
  ).toEqual(['wrote: a.ts ×3 (+13 −5 lines)'])
})

test.each(['refused', 'interrupted', 'failed'] as const)(
  'a write that was %s is told beside the one that was made, not counted with it',
  outcome => {
    const both = [effect('write', '/p/a', { outcome }), effect('write', '/p/a')]
    const first = outcome === 'interrupted' ? 'interrupted, effect unknown' : outcome
    expect(lines(both)).toEqual([`wrote: a — ${first}, then wrote it`])
  },
)

test('what somebody else did to a file is told as theirs, the last of it, and not merged with writes', () => {
  const detail = 'changed by the person or another program'
  expect(
    lines([
      effect('write', '/p/a.ts'),
      effect('external', '/p/a.ts', { detail }),
      effect('external', '/p/a.ts', { detail: 'deleted by the person or another program' }),
      effect('external', '/p/b.ts', { detail }),
      effect('write', '/p/b.ts'),
    ]),
  ).toEqual([
    'wrote: a.ts',
    'deleted by the person or another program: a.ts',
    'changed by the person or another program: b.ts',
    'wrote: b.ts',
  ])
})

test('a goal is told by how it ended', () => {
  expect(
    lines([
      effect('goal', 'all pass', { detail: '2 checks' }),
      effect('goal', 'peace', { outcome: 'failed', detail: '3 checks; no' }),
    ]),
  ).toEqual(['goal reached: all pass (2 checks)', 'goal given up: peace (3 checks; no)'])
})
