import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lchownSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { TriedChange } from './read-changes.ts'
import { isStill, type SeenFile, seeFile } from './seen-file.ts'

export type ApplyEnd =
  | { readonly done: true }
  /** Nothing was changed: these are not what they were any more. */
  | { readonly done: false; readonly meanwhile: readonly string[] }
  /** `left`: what could not be changed, where the rest was; none of it when the first step failed already. */
  | { readonly done: false; readonly failed: string; readonly left: readonly string[] }

const MOST_NAMED = 20

/**
 * Changes the files outside as the command changed its copies: all of it or nothing. What is new is copied first, beside
 * the place it goes to, so that what comes after needs no room: a full disk, or a file that somebody else has changed,
 * is known before the first file is touched.
 */
export const keepChanges = (changes: readonly TriedChange[]): ApplyEnd => {
  const gone = new Set(changes.flatMap(({ path, kind }) => (kind === 'removed' ? [path] : [])))
  const meanwhile = changes.filter(change => !isUntouched(change, gone)).map(({ path }) => path)
  if (meanwhile.length > 0) return { done: false, meanwhile: meanwhile.slice(0, MOST_NAMED) }
  const stages = new Stages()
  try {
    const staged = stageAll(changes, stages)
    return apply(changes, staged)
  } catch (error) {
    return { done: false, failed: (error as Error).message, left: [] }
  } finally {
    stages[Symbol.dispose]()
  }
}

/** It stands as it stood, below directories that are none of somebody else's links; of one that goes, nothing new is in it. */
const isUntouched = ({ path, before, kind }: TriedChange, gone: ReadonlySet<string>): boolean => {
  if (kind === 'made') return isFree(path, gone)
  if (!isStill(before, seeFile(path)) || realpathSync(dirname(path)) !== dirname(path)) return false
  return (
    kind !== 'removed' ||
    before?.type !== 'directory' ||
    readdirSync(path).every(name => gone.has(join(path, name)))
  )
}

/** Nothing is there, or what goes; no directory above it has become a link. */
const isFree = (path: string, gone: ReadonlySet<string>): boolean => {
  if (seeFile(path) !== null && !gone.has(path)) return false
  for (let at = dirname(path); ; at = dirname(at)) {
    if (gone.has(at)) return true
    const stat = seeFile(at)
    if (stat) return stat.type === 'directory' && realpathSync(at) === at
    if (at === dirname(at)) return false
  }
}

/** Directories of ours for what is on its way, one on each file system. */
class Stages implements Disposable {
  readonly #made = new Map<number, string>()
  #count = 0

  /** A name there for what goes to this path. */
  nameFor(path: string): string {
    let at = dirname(path)
    while (seeFile(at)?.type !== 'directory') at = dirname(at)
    const { dev } = lstatSync(at)
    let stage = this.#made.get(dev)
    if (stage === undefined) {
      stage = mkdtempSync(join(at, '.capstan-keep-'))
      this.#made.set(dev, stage)
    }
    this.#count += 1
    return join(stage, String(this.#count))
  }

  [Symbol.dispose](): void {
    for (const path of this.#made.values()) rmSync(path, { recursive: true, force: true })
  }
}

/** What is not a directory, ready to be moved to its place. */
const stageAll = (changes: readonly TriedChange[], stages: Stages): ReadonlyMap<TriedChange, string> => {
  const staged = new Map<TriedChange, string>()
  for (const change of changes) {
    const { path, copy, after, before, kind } = change
    if (!isMade(kind) || copy === undefined || after === null) {
      if (before !== null) mustBeWritable(path, kind)
      continue
    }
    if (after.type === 'directory') continue
    const stage = stages.nameFor(path)
    if (after.type === 'link') symlinkSync(readlinkSync(copy), stage)
    else copyFileSync(copy, stage, constants.COPYFILE_FICLONE)
    finish(stage, after)
    staged.set(change, stage)
  }
  return staged
}

const isMade = (kind: TriedChange['kind']): boolean => kind === 'made' || kind === 'changed'

const mustBeWritable = (path: string, kind: TriedChange['kind']): void => {
  if (kind === 'removed') accessSync(dirname(path), constants.W_OK)
}

const finish = (path: string, { type, mode, uid, gid, modified }: SeenFile): void => {
  const stat = lstatSync(path)
  if (stat.uid !== uid || stat.gid !== gid) lchownSync(path, uid, gid)
  if (type !== 'link') chmodSync(path, mode)
  if (type !== 'directory') lutimesSync(path, Number(modified) / 1e9, Number(modified) / 1e9)
}

/** What goes first, then what comes, the outer before the inner; a directory gets its rights when it is complete. */
const apply = (changes: readonly TriedChange[], staged: ReadonlyMap<TriedChange, string>): ApplyEnd => {
  const left: string[] = []
  let failed: string | undefined
  const attempt = (path: string, step: () => void): void => {
    try {
      step()
    } catch (error) {
      failed ??= (error as Error).message
      left.push(path)
    }
  }
  const directories = changes.filter(({ after }) => after?.type === 'directory')
  for (const { path, after } of directories)
    if (after && seeFile(path)?.type === 'directory') attempt(path, () => chmodSync(path, after.mode | 0o700))
  for (const { path, before, kind } of changes)
    if (kind === 'removed') attempt(path, () => (before?.type === 'directory' ? rmdirSync : unlinkSync)(path))
  for (const change of changes) {
    const { path, after, kind } = change
    const stage = staged.get(change)
    if (stage !== undefined) attempt(path, () => renameSync(stage, path))
    else if (after?.type === 'directory' && kind === 'made')
      attempt(path, () => mkdirSync(path, { mode: 0o700 }))
    else if (after && after.type !== 'directory' && (kind === 'closed' || kind === 'touched'))
      attempt(path, () => finish(path, after))
  }
  for (const { path, after } of directories.toReversed()) if (after) attempt(path, () => finish(path, after))
  return failed === undefined ? { done: true } : { done: false, failed, left: left.slice(0, MOST_NAMED) }
}
