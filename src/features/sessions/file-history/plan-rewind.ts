import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryOwner } from '../../../lib/atomic-write.ts'
import { isProcessRunning } from '../../../lib/process/process-identity.ts'
import { fileHistoryText, unrestored } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { FileVersion, RewindFile, UnrestoredFile } from '../../../protocol/session/file-history.ts'
import type { BackupStore } from './backup-store.ts'
import { countLines } from './count-lines.ts'
import { type Found, findAt, isSameContent, versionOf } from './file-version.ts'
import { isLeftBy, type PathStory, type Since } from './journal.ts'
import { type PlannedFolder, planFolders } from './plan-folders.ts'
import { type RewindDeps, RewindRoom, specialsInTheWay } from './rewind-room.ts'
import { isSpecial, lookAny } from './stamp.ts'

export interface PlannedFile extends RewindFile {
  /** How it is now, and must still be when it is changed. */
  readonly from: FileVersion
  readonly to: FileVersion
  /** Something else stands on its path until the deletions are done: there is nothing to look at before. */
  readonly behind?: true
}

export interface RewindPlan {
  readonly files: readonly PlannedFile[]
  readonly folders: readonly PlannedFolder[]
  /** Pipes and sockets that make room. */
  readonly cleared: readonly string[]
  readonly kept: readonly UnrestoredFile[]
}

/** Larger files are left alone. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024
const NOTHING: Found = { kind: 'nothing' }

/** What a rewind would do; changes nothing. */
export const planRewind = async (
  since: Since,
  want: { readonly force: boolean },
  deps: RewindDeps,
): Promise<RewindPlan> => {
  const files: PlannedFile[] = []
  const kept: UnrestoredFile[] = []
  const madeFolders = new Set(since.folders.filter(({ first }) => first === null).map(({ path }) => path))
  const room = new RewindRoom(deps)
  const cleared = specialsInTheWay(since).filter(path => room.wayTo(path) !== 'closed')
  for (const path of cleared) room.leaves(path)
  const stories = [...since.stories, ...leftTemporaries(since.stories)]
  // What is above comes first: whether it makes room decides about what is below.
  for (const story of stories.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const way = room.wayTo(story.path)
    const found =
      way === 'behind' || room.isLeaving(story.path) ? NOTHING : findAt(story.path, MAX_FILE_BYTES)
    const from = currentVersion(found, madeFolders.has(story.path))
    if (way === 'open' && from !== undefined && isDone(story, from)) continue
    const why = reasonToKeep(story, { from, found, way, force: want.force }, deps)
    if (why !== undefined)
      kept.push({ ...unrestored(story.path, why.text), ...(why.byOthers ? { byOthers: true } : {}) })
    else if (from !== undefined && !isDone(story, from)) {
      const file = await planFile(story, { from, found }, deps.store)
      files.push(way === 'behind' ? { ...file, behind: true } : file)
      if (file.to === null) room.leaves(file.path)
    }
  }
  for (const path of since.specials)
    if (!room.isLeaving(path) && isSpecial(lookAny(path)))
      kept.push(unrestored(path, fileHistoryText('special')))
  const folders = planFolders(since.folders, { ...want, room, kept: kept.map(({ path }) => path) })
  const stuck = new Set(folders.kept.map(({ path }) => path))
  return {
    files: files.filter(({ path }) => !stuck.has(path)),
    folders: folders.planned,
    cleared,
    kept: [...kept, ...folders.kept],
  }
}

/** What a program that was killed while it wrote a file had not put in its place yet. */
const leftTemporaries = (stories: readonly PathStory[]): readonly PathStory[] => {
  const announced = stories.filter(({ orStill }) => orStill !== undefined)
  return [...new Set(announced.map(({ path }) => dirname(path)))].flatMap(directory =>
    namesIn(directory).flatMap((name): readonly PathStory[] => {
      const owner = temporaryOwner(name)
      if (owner === undefined || isProcessRunning(owner)) return []
      const path = join(directory, name)
      const last = versionOf(findAt(path, MAX_FILE_BYTES))
      return last ? [{ path, first: null, last, mixed: false, shared: false }] : []
    }),
  )
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Not there, or not to be looked at: then nothing of ours is in it.
    return []
  }
}

/** A directory we made in the place of a file will be gone when the file comes back. */
const currentVersion = (found: Found, isMadeDirectory: boolean): FileVersion | undefined =>
  found.kind === 'other' && isMadeDirectory ? null : versionOf(found)

/** Nothing to do. A mode that somebody else chose stays. */
const isDone = (story: PathStory, from: FileVersion): boolean =>
  isSameContent(from, story.first) && targetMode(story, from) === modeOf(from)

const modeOf = (version: FileVersion): number | undefined =>
  version !== null && 'hash' in version ? version.mode : undefined

const targetMode = (story: PathStory, from: FileVersion): number | undefined => {
  const [now, before] = [from, story.first].map(modeOf)
  const ours = [story.last, story.orStill ?? null].map(modeOf).filter(mode => mode !== undefined)
  const isOtherwise = now !== undefined && ours.length > 0 && !ours.includes(now)
  return isOtherwise ? now : (before ?? now)
}

const reasonToKeep = (
  story: PathStory,
  at: {
    readonly from: FileVersion | undefined
    readonly found: Found
    readonly way: ReturnType<RewindRoom['wayTo']>
    readonly force: boolean
  },
  deps: RewindDeps,
): { readonly text: LocalizedText; readonly byOthers?: true } | undefined => {
  if (at.way === 'closed') return { text: fileHistoryText('not_ours') }
  if (at.from === undefined)
    return { text: at.found.kind === 'other' ? at.found.why : fileHistoryText('cannot_read') }
  const { first } = story
  if (first !== null && 'hash' in first && deps.store.get(first.hash) === undefined)
    return { text: fileHistoryText('copy_missing') }
  const others = at.force ? undefined : othersChange(story, at.from)
  return others === undefined ? undefined : { text: others, byOthers: true }
}

const othersChange = (story: PathStory, from: FileVersion): LocalizedText | undefined => {
  if (!isLeftBy(story, from))
    return fileHistoryText(from === null ? 'deleted_by_others' : 'changed_by_others')
  if (story.mixed) return fileHistoryText('changed_between')
  return story.shared ? fileHistoryText('shared') : undefined
}

const planFile = async (
  story: PathStory,
  { from, found }: { readonly from: FileVersion; readonly found: Found },
  store: BackupStore,
): Promise<PlannedFile> => {
  const { path, first } = story
  const mode = targetMode(story, from)
  const to: FileVersion =
    first !== null && 'hash' in first && mode !== undefined ? { hash: first.hash, mode } : first
  const old = found.kind === 'file' ? found.bytes : new Uint8Array()
  const next = to !== null && 'hash' in to ? store.get(to.hash) : undefined
  const action = to === null ? 'delete' : from === null ? 'recreate' : 'restore'
  return { path, action, ...(await countLines(old, next ?? new Uint8Array())), from, to }
}
