import { expect, test } from 'vitest'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { renderOutcome, renderPlan } from './render-rewind.ts'

const plan = {
  canRewind: true as const,
  files: [
    { path: '/w/a\nb', action: 'restore' as const, insertions: 2, deletions: 1 },
    { path: '/other/c', action: 'delete' as const, insertions: 0, deletions: 3 },
  ],
  kept: [{ path: '/w/k', why: 'mine', localized: verbatim('mine') }],
  notCovered: ['the rest'],
  localizedNotCovered: ['the rest'],
  insertions: 2,
  deletions: 4,
}

test('a plan has a line for each file, what stays and what nobody knows', () => {
  expect(renderPlan(plan, { cwd: '/w', dryRun: true }).text).toBe(
    [
      'Would change:',
      '  restore   a\\nb  +2 -1',
      '  delete    /other/c  +0 -3',
      'Skipped:',
      '  k: mine',
      'Not covered:',
      '  the rest',
      '',
    ].join('\n'),
  )
})

test('nothing to do is said', () => {
  const nothing = { ...plan, files: [], kept: [], notCovered: [], localizedNotCovered: [] }
  expect(renderPlan(nothing, { cwd: '/w', dryRun: false }).text).toBe('No files need to change.\n')
  expect(inEnglish(renderOutcome(nothing, nothing, { cwd: '/w', sessionId: 's' }))).toBe('')
})

test('the outcome names what failed late, counts, and tells the way back', () => {
  const done = {
    ...plan,
    files: plan.files.slice(0, 1),
    kept: [
      ...plan.kept,
      {
        path: '/other/c',
        why: 'it cannot be changed (EACCES)',
        localized: verbatim('it cannot be changed (EACCES)'),
      },
    ],
    insertions: 2,
    deletions: 1,
    undo: 'u1',
  }
  expect(inEnglish(renderOutcome(plan, done, { cwd: '/w', sessionId: 's1' }))).toBe(
    [
      'Skipped:',
      '  /other/c: it cannot be changed (EACCES)',
      'Rewound 1 file (+2 -1).',
      'To undo: capstan -p --resume s1 --rewind-files u1',
      '',
    ].join('\n'),
  )
})
