import type { FileChange, TurnChanges } from '../../../protocol/session/turn-changes.ts'
import { type Hunk, parseHunks } from './hunk.ts'

/** One file that a session changed, with what each turn did to it. */
export interface ChangedFile {
  readonly path: string
  readonly status: FileChange['status']
  readonly added: number
  readonly removed: number
  readonly turns: readonly ChangedTurn[]
}

export interface ChangedTurn {
  readonly messageUuid: string
  readonly prompt: string
  /** Absent for a binary file. */
  readonly hunks?: readonly Hunk[]
  readonly cut: boolean
}

/** What turns changed, file by file: the one that changed last first. */
export const changedFiles = (turns: readonly TurnChanges[]): readonly ChangedFile[] => {
  const files = new Map<string, ChangedFile>()
  for (const turn of turns)
    for (const change of turn.files) {
      const before = files.get(change.path)
      files.delete(change.path)
      files.set(change.path, {
        path: change.path,
        status: statusOf(before?.status, change.status),
        added: (before?.added ?? 0) + change.added,
        removed: (before?.removed ?? 0) + change.removed,
        turns: [...(before?.turns ?? []), turnOf(turn, change)],
      })
    }
  return [...files.values()].reverse()
}

/** What a file is to who had it before the session. */
const statusOf = (
  before: FileChange['status'] | undefined,
  now: FileChange['status'],
): FileChange['status'] => {
  if (now === 'deleted' || before === undefined) return now
  return before === 'added' ? 'added' : 'changed'
}

const turnOf = ({ messageUuid, prompt }: TurnChanges, { diff, cut = false }: FileChange): ChangedTurn => ({
  messageUuid,
  prompt,
  cut,
  ...(diff === undefined ? {} : { hunks: parseHunks(diff) }),
})
