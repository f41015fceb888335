import { structuredPatch } from 'diff'
import type { VersionText } from '../file-history/version-text.ts'
import type { Hunk, Touched } from '../ledger/story.ts'
import type { StoryOutline, TurnOutline } from '../ledger/story-outline.ts'

const MAX_DIFF_MS = 300

/** The same story with the diffs of what commands changed; tools tell of their own changes themselves. */
export const withCommandDiffs = (story: StoryOutline, textOf: VersionText): StoryOutline => ({
  ...story,
  turns: story.turns.map(turn => ({ ...turn, touched: () => touchedWithHunks(turn, textOf) })),
})

function* touchedWithHunks(turn: TurnOutline, textOf: VersionText): Generator<Touched, void, void> {
  let told: Set<string> | undefined
  for (const file of turn.touched()) {
    told ??= writtenIn(turn)
    const hunks = told.has(file.path) ? undefined : hunksBetween(file, textOf)
    yield hunks === undefined ? file : { ...file, hunks }
  }
}

const writtenIn = (turn: TurnOutline): Set<string> => {
  const paths = new Set<string>()
  for (const { write } of turn.facts()) if (write) paths.add(write.path)
  return paths
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
