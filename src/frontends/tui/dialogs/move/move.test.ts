import { beforeAll, expect, test } from 'vitest'
import { bare } from '../../../../../test/support/fake-look.ts'
import type { RewindReport } from '../../../../protocol/session/file-history.ts'
import type { MoveReport } from '../../../../protocol/session/session-tree.ts'
import { loadWords, type Words } from '../../text/words.ts'
import { createTheme } from '../../theme/create-theme.ts'
import { moveChoices } from './move-choices.ts'
import { moveLines } from './move-lines.ts'
import { moveDone } from './move-step.tsx'

let words: Words
beforeAll(async () => {
  words = await loadWords('en')
})
const theme = createTheme('dark', { colours: 0 })

const files = (more: Partial<Extract<RewindReport, { canRewind: true }>> = {}): RewindReport => ({
  canRewind: true,
  files: [{ path: '/w/a.ts', action: 'restore', insertions: 1, deletions: 2 }],
  kept: [],
  notCovered: [],
  insertions: 1,
  deletions: 2,
  ...more,
})
const moved = (report: RewindReport | undefined): MoveReport => ({
  canMove: true,
  conversation: { left: ['x', 'y'], taken: [], undoesCompaction: false },
  ...(report ? { files: report } : {}),
})

const offered = (report: MoveReport, to: 'before' | 'end' = 'before') =>
  moveChoices(report, { to, words: words.panels.move }).map(({ value, disabled, hotkey }) =>
    [
      hotkey,
      value.kind === 'move' ? `${value.what}${value.force ? '!' : ''}` : value.side,
      ...(disabled ? ['off'] : []),
    ].join(' '),
  )

test.each<[string, () => MoveReport, 'before' | 'end', readonly string[]]>([
  [
    'everything',
    () => moved(files()),
    'before',
    ['1 both', '2 conversation', '3 code', '4 after', '5 before'],
  ],
  [
    'another branch is only gone over to',
    () => moved(files()),
    'end',
    ['1 both', '2 conversation', '3 code'],
  ],
  ['no file changes', () => moved(files({ files: [] })), 'before', ['1 conversation', '2 after', '3 before']],
  [
    'files that somebody else changed can be overwritten',
    () => moved(files({ kept: [{ path: '/w/b.ts', why: 'changed by hand', byOthers: true }] })),
    'end',
    ['1 both', '2 conversation', '3 code', '4 both!'],
  ],
  [
    'where nobody else changed anything there is nothing to overwrite',
    () => moved(files({ kept: [{ path: '/w/b.ts', why: 'the copy is missing' }] })),
    'end',
    ['1 both', '2 conversation', '3 code'],
  ],
  [
    'files that cannot be had leave the conversation',
    () => ({ canMove: false, error: 'no', files: { canRewind: false, error: 'no copies' } }),
    'end',
    ['1 conversation'],
  ],
  ['nothing can be done', () => ({ canMove: false, error: 'a turn runs' }), 'end', [' conversation off']],
])('offered: %s', (_name, report, to, expected) => {
  expect(offered(report(), to)).toEqual(expected)
})

const lines = (report: MoveReport, maxFiles = 5) =>
  bare(moveLines(report, { theme, words, width: 60, cwd: '/w', maxFiles }))

test('files come first, with what is left alone and what is not covered', () => {
  const report = moved(
    files({
      files: [
        { path: '/w/a.ts', action: 'restore', insertions: 1, deletions: 2 },
        { path: '/w/b.ts', action: 'delete', insertions: 0, deletions: 9 },
        { path: '/else/c.ts', action: 'recreate', insertions: 3, deletions: 0 },
      ],
      kept: [{ path: '/w/d.ts', why: 'changed by \u001b[31mhand' }],
      notCovered: ['ignored files'],
      insertions: 4,
      deletions: 11,
    }),
  )
  expect(lines(report, 2)).toEqual([
    '3 files change: +4 −11',
    '  restores a.ts +1 −2',
    '  deletes b.ts +0 −9',
    '  and 1 more',
    'd.ts is skipped: changed by \\u{1b}[31mhand',
    'Not covered: ignored files',
    '2 of your messages and everything after are hidden.',
  ])
})

test('why nothing can be done is said', () => {
  expect(
    lines({ canMove: false, error: 'It is gone.', files: { canRewind: false, error: 'no copies' } }),
  ).toEqual(['It is gone.', 'Files aren’t changed: no copies'])
})

const codeOnly = (report: RewindReport): MoveReport => ({ canMove: true, files: report })
const skips = [{ path: '/w/b.ts', why: 'changed by hand' }]

test.each<[string, MoveReport, string]>([
  ['both', moved(files()), 'Restored 1 file. What you left is kept as a branch (/tree).'],
  ['the conversation', moved(undefined), 'What you left is kept as a branch (/tree).'],
  ['files', codeOnly(files()), 'Restored 1 file.'],
  ['files that are as they were', codeOnly(files({ files: [] })), 'No files changed.'],
  ['files but one', codeOnly(files({ kept: skips })), 'Restored 1 file. Skipped 1 file.'],
])(
  'after a move of %s it says what was done, and speaks of a branch only where there is one',
  (_, report, text) => {
    if (report.canMove) expect(moveDone(report, words).text).toBe(text)
    expect(report.canMove).toBe(true)
  },
)
