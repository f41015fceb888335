import { dirname } from 'node:path'
import { isInside, resolveReal } from '../../../lib/paths.ts'
import type { FileVersion, KeptFile, RewindFile } from '../../../protocol/file-history.ts'
import type { BackupStore } from './backup-store.ts'
import { countLines } from './count-lines.ts'
import { type Found, findAt, isSameContent, versionOf } from './file-version.ts'
import { isLeftBy, type PathStory, type Since } from './journal.ts'

export interface RewindDeps {
  readonly store: BackupStore
  /** Real paths. */
  readonly roots: readonly string[]
  readonly caseSensitive: boolean
  readonly ownDirectory: string
}

export interface PlannedFile extends RewindFile {
  /** How it is now, and must still be when it is changed. */
  readonly from: FileVersion
  readonly to: FileVersion
}

export interface RewindPlan {
  readonly files: readonly PlannedFile[]
  readonly kept: readonly KeptFile[]
  /** Directories to remove when they end up empty, deepest first. */
  readonly dirs: readonly string[]
}

/** Larger files are left alone. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024

/** What a rewind would do; changes nothing. */
export const planRewind = async (
  since: Since,
  want: { readonly force: boolean },
  deps: RewindDeps,
): Promise<RewindPlan> => {
  const files: PlannedFile[] = []
  const kept: KeptFile[] = []
  const madeDirs = new Set(since.dirs)
  for (const story of [...since.stories].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const found = findAt(story.path, MAX_FILE_BYTES)
    const from = currentVersion(found, madeDirs.has(story.path))
    if (from !== undefined && isDone(story, from)) continue
    const why = reasonToKeep(story, { from, found, force: want.force }, deps)
    if (why !== undefined) kept.push({ path: story.path, ...why })
    else if (from !== undefined) files.push(await planFile(story, { from, found }, deps.store))
  }
  const dirs = since.dirs.filter(dir => isOurs(dir, deps)).sort((a, b) => b.length - a.length)
  return { files, kept, dirs }
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
  at: { readonly from: FileVersion | undefined; readonly found: Found; readonly force: boolean },
  deps: RewindDeps,
): Omit<KeptFile, 'path'> | undefined => {
  if (at.from === undefined) return { why: at.found.kind === 'other' ? at.found.why : 'it cannot be read' }
  if (!isOurs(story.path, deps))
    return { why: 'it is outside the working directories, or belongs to git or to Capstan' }
  const { first } = story
  if (first !== null && 'hash' in first && deps.store.get(first.hash) === undefined)
    return { why: 'the copy of its old content is missing' }
  const others = at.force ? undefined : othersChange(story, at.from)
  return others === undefined ? undefined : { why: others, byOthers: true }
}

const othersChange = (story: PathStory, from: FileVersion): string | undefined => {
  if (!isLeftBy(story, from))
    return from === null ? 'somebody else has deleted it since' : 'somebody else has changed it since'
  if (story.mixed) return 'somebody else changed it between two changes of this session'
  return story.shared
    ? 'it changed while work ran in the background: that may have been somebody else'
    : undefined
}

/** Inside the working directories by its real name, and no part of the own files of a repository or of this program. */
export const isOurs = (path: string, { roots, caseSensitive, ownDirectory }: RewindDeps): boolean => {
  if (isInside(path, ownDirectory, { caseSensitive })) return false
  if (path.split('/').some(part => part.toLowerCase() === '.git')) return false
  const parent = resolveReal(dirname(path))
  if (!parent.ok || parent.real !== dirname(path)) return false
  return roots.some(root => path !== root && isInside(path, root, { caseSensitive }))
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
