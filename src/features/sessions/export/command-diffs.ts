import { structuredPatch } from 'diff'
import { callsOf, type Hunk, type Story, type Touched, type Turn } from '../ledger/story.ts'

/** The text of a version of a file, where a copy of it can be had. */
export type VersionText = (path: string, hash: string) => string | undefined

const MAX_DIFF_MS = 300

/** The same story with the diffs of what commands changed; tools tell of their own changes themselves. */
export const withCommandDiffs = (story: Story, textOf: VersionText): Story => ({
  ...story,
  turns: story.turns.map(turn =>
    turn.touched.length === 0 ? turn : { ...turn, touched: touchedWithHunks(turn, textOf) },
  ),
})

const touchedWithHunks = (turn: Turn, textOf: VersionText): readonly Touched[] => {
  const told = new Set(callsOf(turn.steps).map(({ effect }) => (effect.kind === 'write' ? effect.path : '')))
  return turn.touched.map(file => {
    if (told.has(file.path)) return file
    const hunks = hunksBetween(file, textOf)
    return hunks === undefined ? file : { ...file, hunks }
  })
}

const hunksBetween = (file: Touched, textOf: VersionText): readonly Hunk[] | undefined => {
  const { path, change } = file
  const text = (hash: string | undefined, isNothing: boolean): string | undefined =>
    hash === undefined ? (isNothing ? '' : undefined) : textOf(path, hash)
  const before = text(file.before, change === 'created')
  const after = text(file.after, change === 'deleted')
  // A zero byte: not text, and nobody reads its lines.
  if (before === undefined || after === undefined || `${before}${after}`.includes('\0')) return undefined
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: MAX_DIFF_MS })
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines }))
}
