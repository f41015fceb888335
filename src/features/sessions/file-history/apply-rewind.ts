import { lstatSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { holdMadeDirectory } from '../../../lib/held-directory.ts'
import { type HeldPath, holdPath, MovedError } from '../../../lib/held-path.ts'
import type { KeptFile } from '../../../protocol/file-history.ts'
import { type Found, findAt, isSameContent, versionOf } from './file-version.ts'
import type { JournalChange } from './journal.ts'
import { isOurs, type PlannedFile, type RewindDeps, type RewindPlan } from './plan-rewind.ts'

export interface Applied {
  readonly files: readonly PlannedFile[]
  readonly kept: readonly KeptFile[]
  /** What was done, as a change of its own. */
  readonly changes: readonly JournalChange[]
}

const ELSEWHERE = 'a link on its path leads elsewhere'
const CHANGED = 'it changed while this was going on'
const MAX_FILE_BYTES = 1024 * 1024 * 1024

/**
 * Before anything is changed: copies what will be overwritten and says what is going to be done, so that it can be taken
 * back even if the program is killed on the way.
 */
export const prepareRewind = (plan: RewindPlan, deps: RewindDeps): Prepared => {
  const files: PlannedFile[] = []
  const kept: KeptFile[] = []
  const dirs = new Set<string>()
  const goes = new Set(plan.files.filter(file => file.to === null).map(file => file.path))
  for (const file of plan.files) {
    const why = attempt(() => copyOld(file, deps))
    if (why !== undefined) {
      kept.push({ path: file.path, why })
      continue
    }
    files.push(file)
    if (file.to !== null) for (const directory of missingAbove(file.path, goes)) dirs.add(directory)
  }
  return { plan: { ...plan, files }, kept, changes: files.map(changeOf), dirs: [...dirs] }
}

export interface Prepared {
  readonly plan: RewindPlan
  readonly kept: readonly KeptFile[]
  readonly changes: readonly JournalChange[]
  /** Directories that will have to be made. */
  readonly dirs: readonly string[]
}

const changeOf = ({ path, from, to }: PlannedFile): JournalChange => ({ path, before: from, after: to })

const copyOld = ({ path, from }: PlannedFile, deps: RewindDeps): string | undefined => {
  if (!isOurs(path, deps)) return ELSEWHERE
  using directory = holdExisting(dirname(path))
  const found = findIn(directory, path)
  const now = found.kind === 'other' && from === null ? null : versionOf(found)
  if (now === undefined || !isSameContent(now, from)) return CHANGED
  if (found.kind === 'file') deps.store.put(found.bytes)
  return undefined
}

/**
 * Does what was planned. Each file is looked at once more right before it is changed; one that is not as planned any
 * more stays as it is. What is overwritten is copied first. First all deletions, so that the places are free.
 */
export const applyRewind = (plan: RewindPlan, deps: RewindDeps): Applied => {
  const files: PlannedFile[] = []
  const kept: KeptFile[] = []
  const changes: JournalChange[] = []
  const take = (file: PlannedFile): void => {
    const why = attempt(() => change(file, deps))
    if (why !== undefined) {
      kept.push({ path: file.path, why })
      return
    }
    files.push(file)
    changes.push(changeOf(file))
  }
  for (const file of plan.files) if (file.to === null) take(file)
  for (const directory of plan.dirs) removeEmpty(directory, deps)
  for (const file of plan.files) if (file.to !== null) take(file)
  return { files, kept, changes }
}

/** Answers why it could not be done. */
const attempt = (work: () => string | undefined): string | undefined => {
  try {
    return work()
  } catch (error) {
    if (error instanceof MovedError) return ELSEWHERE
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return `it cannot be changed (${code})`
  }
}

/** The directory stays the same one from the last look to the change, whatever is put in the place of its name. */
const change = (file: PlannedFile, deps: RewindDeps): string | undefined => {
  const { path, from, to } = file
  if (!isOurs(path, deps)) return ELSEWHERE
  using directory = holdExisting(dirname(path))
  const found = findIn(directory, path)
  const now = versionOf(found)
  if (now === undefined || !isSameContent(now, from)) return CHANGED
  if (found.kind === 'file') deps.store.put(found.bytes)
  if (to === null) {
    if (directory) unlinkSync(join(directory.path, basename(path)))
    return undefined
  }
  const bytes = 'hash' in to ? deps.store.get(to.hash) : undefined
  if ('hash' in to && !bytes) return 'the copy of its old content is missing'
  using made = directory ? undefined : holdMadeDirectory(dirname(path))
  const target = join((directory ?? made)?.path ?? dirname(path), basename(path))
  if ('link' in to) putLink(target, to.link)
  else if (bytes) {
    const mode = to.mode === undefined ? {} : { mode: to.mode }
    const owner = found.kind === 'file' ? { owner: found.stats } : {}
    writeFileAtomically(target, bytes, { ...mode, ...owner })
  }
  return undefined
}

const holdExisting = (directory: string): HeldPath | undefined => {
  try {
    return holdPath(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

const findIn = (directory: HeldPath | undefined, path: string): Found =>
  directory ? findAt(join(directory.path, basename(path)), MAX_FILE_BYTES) : { kind: 'nothing' }

/** Through a name of its own and a rename, like a file. */
const putLink = (path: string, target: string): void => {
  const temporary = `${path}.capstan-${process.pid}.tmp`
  symlinkSync(target, temporary)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** @param goes files that will make room for directories */
const missingAbove = (path: string, goes: ReadonlySet<string>): readonly string[] => {
  const missing: string[] = []
  for (let at = dirname(path); at !== dirname(at) && (goes.has(at) || !exists(at)); at = dirname(at))
    missing.push(at)
  return missing
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

const removeEmpty = (directory: string, deps: RewindDeps): void => {
  try {
    if (!isOurs(directory, deps)) return
    using above = holdPath(dirname(directory))
    rmdirSync(join(above.path, basename(directory)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Somebody keeps something in it, or it is gone or another one by now: all of that is fine.
    if (code === undefined && !(error instanceof MovedError)) throw error
  }
}
