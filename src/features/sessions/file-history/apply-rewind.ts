import { lstatSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { temporaryName, writeFileAtomically } from '../../../lib/atomic-write.ts'
import { pinMadeDirectory } from '../../../lib/files/pinned-directory.ts'
import { MovedError, type PinnedPath, pinPath } from '../../../lib/files/pinned-path.ts'
import { fileHistoryText, unrestored } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { UnrestoredFile } from '../../../protocol/session/file-history.ts'
import { clear, isOpen, makeFolder, removeFolder, setMode } from './apply-folders.ts'
import { type Found, findAt, isSameContent, versionOf } from './file-version.ts'
import type { JournalChange, JournalFolder } from './journal.ts'
import { folderChangeOf, type PlannedFolder } from './plan-folders.ts'
import type { PlannedFile, RewindPlan } from './plan-rewind.ts'
import { isOurs, type RewindDeps } from './rewind-room.ts'

export interface Applied {
  readonly files: readonly PlannedFile[]
  readonly folders: readonly PlannedFolder[]
  readonly kept: readonly UnrestoredFile[]
  /** What was done, as a change of its own. */
  readonly changes: readonly JournalChange[]
}

const MAX_FILE_BYTES = 1024 * 1024 * 1024

/**
 * Before anything is changed: copies what will be overwritten and says what is going to be done, so that it can be taken
 * back even if the program is killed on the way.
 */
export const prepareRewind = (plan: RewindPlan, deps: RewindDeps): Prepared => {
  const files: PlannedFile[] = []
  const kept: UnrestoredFile[] = []
  const dirs = new Set<string>()
  const goes = new Set([
    ...plan.cleared,
    ...plan.files.filter(file => file.to === null).map(file => file.path),
  ])
  const known = new Set(plan.folders.map(({ path }) => path))
  for (const file of plan.files) {
    const why = attempt(() => copyOld(file, deps))
    if (why !== undefined) {
      kept.push(unrestored(file.path, why))
      continue
    }
    files.push(file)
    if (file.to !== null)
      for (const directory of missingAbove(file.path, goes)) if (!known.has(directory)) dirs.add(directory)
  }
  const changes = files.map(changeOf)
  return {
    plan: { ...plan, files },
    kept,
    changes,
    dirs: [...dirs],
    folders: plan.folders.map(folderChangeOf),
  }
}

export interface Prepared {
  readonly plan: RewindPlan
  readonly kept: readonly UnrestoredFile[]
  readonly changes: readonly JournalChange[]
  /** Directories that will have to be made. */
  readonly dirs: readonly string[]
  readonly folders: readonly JournalFolder[]
}

const changeOf = ({ path, from, to }: PlannedFile): JournalChange => ({ path, before: from, after: to })

const copyOld = ({ path, from, behind }: PlannedFile, deps: RewindDeps): LocalizedText | undefined => {
  if (behind) return undefined
  if (!isOurs(path, deps)) return fileHistoryText('elsewhere')
  using directory = holdExisting(dirname(path))
  const found = findIn(directory, path)
  const now = found.kind === 'other' && from === null ? null : versionOf(found)
  if (now === undefined || !isSameContent(now, from)) return fileHistoryText('changed_meanwhile')
  if (found.kind === 'file') deps.store.put(found.bytes)
  return undefined
}

/**
 * Does what was planned. Each file is looked at once more right before it is changed; one that is not as planned any
 * more stays as it is. What is overwritten is copied first. First all deletions, so that the places are free; modes of
 * directories come before all else where they let more be done, and last where they forbid.
 */
export const applyRewind = (plan: RewindPlan, deps: RewindDeps): Applied => {
  const work = new Applying(deps)
  const made = plan.folders.filter(({ from, to }) => from === null && to !== null)
  const changed = plan.folders.filter(({ from, to }) => from !== null && to !== null)
  for (const folder of changed) if (isOpen(folder)) work.folder(folder, setMode)
  for (const path of plan.cleared) work.clear(path)
  for (const file of plan.files) if (file.to === null) work.file(file)
  for (const folder of plan.folders) if (folder.to === null) work.folder(folder, removeFolder)
  for (const folder of made.toReversed()) work.folder(folder, makeFolder)
  for (const file of plan.files) if (file.to !== null) work.file(file)
  for (const folder of made) if (!isOpen(folder)) work.folder(folder, setMode)
  for (const folder of changed) if (!isOpen(folder)) work.folder(folder, setMode)
  return work.done()
}

/** What is done to a directory; answers why it could not be. */
type FolderWork = (folder: PlannedFolder, deps: RewindDeps) => LocalizedText | undefined

class Applying {
  readonly #deps: RewindDeps
  readonly #files: PlannedFile[] = []
  readonly #folders = new Map<string, PlannedFolder>()
  readonly #kept: UnrestoredFile[] = []

  constructor(deps: RewindDeps) {
    this.#deps = deps
  }

  file(file: PlannedFile): void {
    if (this.#isDone(file.path, () => change(file, this.#deps))) this.#files.push(file)
  }

  folder(folder: PlannedFolder, work: FolderWork): void {
    if (this.#isDone(folder.path, () => work(folder, this.#deps))) this.#folders.set(folder.path, folder)
    else this.#folders.delete(folder.path)
  }

  clear(path: string): void {
    this.#isDone(path, () => clear(path, this.#deps))
  }

  done(): Applied {
    const files = this.#files
    return { files, folders: [...this.#folders.values()], kept: this.#kept, changes: files.map(changeOf) }
  }

  #isDone(path: string, work: () => LocalizedText | undefined): boolean {
    const why = attempt(work)
    if (why !== undefined) this.#kept.push(unrestored(path, why))
    return why === undefined
  }
}

/** Answers why it could not be done. */
const attempt = (work: () => LocalizedText | undefined): LocalizedText | undefined => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MovedError) return fileHistoryText('elsewhere')
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return fileHistoryText('cannot_change', { code })
  }
}

/** The directory stays the same one from the last look to the change, whatever is put in the place of its name. */
const change = (file: PlannedFile, deps: RewindDeps): LocalizedText | undefined => {
  const { path, from, to } = file
  if (!isOurs(path, deps)) return fileHistoryText('elsewhere')
  using directory = holdExisting(dirname(path))
  const found = findIn(directory, path)
  const now = versionOf(found)
  if (now === undefined || !isSameContent(now, from)) return fileHistoryText('changed_meanwhile')
  if (found.kind === 'file') deps.store.put(found.bytes)
  if (to === null) {
    if (directory) unlinkSync(join(directory.path, basename(path)))
    return undefined
  }
  const bytes = 'hash' in to ? deps.store.get(to.hash) : undefined
  if ('hash' in to && !bytes) return fileHistoryText('copy_missing')
  using made = directory ? undefined : pinMadeDirectory(dirname(path))
  const target = join((directory ?? made)?.path ?? dirname(path), basename(path))
  if ('link' in to) putLink(target, to.link)
  else if (bytes) {
    const mode = to.mode === undefined ? {} : { mode: to.mode }
    const owner = found.kind === 'file' ? { owner: found.stats } : {}
    writeFileAtomically(target, bytes, { ...mode, ...owner })
  }
  return undefined
}

const holdExisting = (directory: string): PinnedPath | undefined => {
  try {
    return pinPath(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

const findIn = (directory: PinnedPath | undefined, path: string): Found =>
  directory ? findAt(join(directory.path, basename(path)), MAX_FILE_BYTES) : { kind: 'nothing' }

/** Through a name of its own and a rename, like a file. */
const putLink = (path: string, target: string): void => {
  const temporary = join(dirname(path), temporaryName(0))
  symlinkSync(target, temporary)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** @param goes what will make room for directories */
const missingAbove = (path: string, goes: ReadonlySet<string>): readonly string[] => {
  const above: string[] = []
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) above.push(at)
  const gone = above.findLastIndex(at => goes.has(at))
  const there = above.findIndex((at, depth) => depth > gone && exists(at))
  return there === -1 ? above : above.slice(0, there)
}

const exists = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // A file stands where a directory is asked for: below it there is nothing.
    return false
  }
}
