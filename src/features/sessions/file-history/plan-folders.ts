import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileHistoryText, unrestored } from '../../../protocol/messages/host/file-history.ts'
import type { UnrestoredFile } from '../../../protocol/session/file-history.ts'
import { PERMISSION_BITS } from './file-version.ts'
import type { FolderStory, JournalFolder } from './journal.ts'
import type { RewindRoom } from './rewind-room.ts'
import { lookAny } from './stamp.ts'

/** Its mode now, and the one it gets; null where there is no directory. */
export interface PlannedFolder {
  readonly path: string
  readonly from: number | null
  readonly to: number | null
}

export const folderChangeOf = ({ path, from, to }: PlannedFolder): JournalFolder => ({
  path,
  before: from,
  after: to,
})

interface FolderPlan {
  readonly planned: readonly PlannedFolder[]
  readonly kept: readonly UnrestoredFile[]
}

/** @param at which files go, and which stay as they are */
export const planFolders = (
  stories: readonly FolderStory[],
  at: { readonly room: RewindRoom; readonly kept: readonly string[]; readonly force: boolean },
): FolderPlan => {
  const planned: PlannedFolder[] = []
  const kept: UnrestoredFile[] = []
  // The deepest first: a directory goes when all in it goes.
  for (const story of [...stories].sort((a, b) => b.path.length - a.path.length)) {
    const answer =
      story.first === null ? planRemoval(story.path, at) : planReturn(story, story.first, at.room)
    if (answer === undefined) continue
    if ('why' in answer) kept.push(answer)
    else if (!story.shared || at.force) planned.push(answer)
    else if (!isExplained(story.path, at.kept))
      kept.push({ ...unrestored(story.path, fileHistoryText('shared')), byOthers: true })
  }
  return { planned, kept }
}

/** Of something in it the report tells already. */
const isExplained = (path: string, kept: readonly string[]): boolean =>
  kept.some(each => each.startsWith(`${path}/`))

type Answer = PlannedFolder | UnrestoredFile | undefined

const modeAt = (path: string): number | 'other' | null => {
  const stats = lookAny(path)
  if (!stats) return null
  return stats.isDirectory() ? stats.mode & PERMISSION_BITS : 'other'
}

/** Only an empty one goes: what is in it and is not ours stays. */
const planRemoval = (
  path: string,
  { room, kept }: { readonly room: RewindRoom; readonly kept: readonly string[] },
): Answer => {
  const mode = room.wayTo(path) === 'open' ? modeAt(path) : null
  if (mode === null || mode === 'other') return undefined
  if (entriesOf(path)?.every(name => room.isLeaving(join(path, name)))) {
    room.leaves(path)
    return { path, from: mode, to: null }
  }
  return isExplained(path, kept) ? undefined : unrestored(path, fileHistoryText('not_empty'))
}

const planReturn = ({ path, last }: FolderStory, first: number, room: RewindRoom): Answer => {
  const way = room.wayTo(path)
  if (way === 'closed') return unrestored(path, fileHistoryText('elsewhere'))
  const now = way === 'behind' || room.isLeaving(path) ? null : modeAt(path)
  if (now === 'other') return unrestored(path, fileHistoryText('in_its_place'))
  if (now === first) return undefined
  // What somebody else has done to it since stays.
  if (last !== undefined && now !== last) return undefined
  return { path, from: now, to: first }
}

const entriesOf = (path: string): readonly string[] | undefined => {
  try {
    return readdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}
