import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type KeepJournal, openKeepJournal } from './keep-journal.ts'
import type { TriedChange } from './read-changes.ts'
import { isStill, seeFile } from './seen-file.ts'
import { setFacts } from './set-facts.ts'
import { type KeptStep, undoSteps } from './undo-steps.ts'

export type ApplyEnd =
  | { readonly done: true }
  /** Nothing was changed: these are not what they were any more. */
  | { readonly done: false; readonly meanwhile: readonly string[] }
  /** `left`: what could not be taken back; usually nothing, and then nothing was changed. */
  | { readonly done: false; readonly failed: string; readonly left: readonly string[] }

const MOST_NAMED = 20

/**
 * Changes the files outside as the command changed its copies: all of it or nothing. What is new is copied first, beside
 * the place it goes to, and what goes is only moved there, so that what comes after needs no room: a full disk, or a file
 * that somebody else has changed, is known before the first file is touched, and what fails later is taken back. So is
 * what a killed program left half done, by whoever reads `journals` next.
 */
export const keepChanges = (changes: readonly TriedChange[], journals?: string): ApplyEnd => {
  const gone = new Set(changes.flatMap(({ path, kind }) => (kind === 'removed' ? [path] : [])))
  const meanwhile = changes.filter(change => !isUntouched(change, gone)).map(({ path }) => path)
  if (meanwhile.length > 0) return { done: false, meanwhile: meanwhile.slice(0, MOST_NAMED) }
  let steps: readonly KeptStep[] = []
  let stages: Stages | undefined
  try {
    const journal = openKeepJournal(journals)
    stages = new Stages(journal, gone)
    const staged = stageAll(changes, stages)
    journal.begin(staged)
    steps = staged
    apply(steps)
    journal.end()
    stages[Symbol.dispose]()
    return { done: true }
  } catch (error) {
    const left = undoSteps(steps)
    // What they hold is all that there is of what could not be taken back.
    if (left.length === 0) stages?.[Symbol.dispose]()
    return { done: false, failed: (error as Error).message, left: left.slice(0, MOST_NAMED) }
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
  readonly #journal: KeepJournal
  readonly #gone: ReadonlySet<string>
  #count = 0

  constructor(journal: KeepJournal, gone: ReadonlySet<string>) {
    this.#journal = journal
    this.#gone = gone
  }

  /** A name there for what goes to this path, or comes from it. */
  nameFor(path: string): string {
    let at = dirname(path)
    while (at !== dirname(at) && !this.#canHold(at)) at = dirname(at)
    const { dev } = lstatSync(at)
    let stage = this.#made.get(dev)
    if (stage === undefined) {
      stage = join(at, `.capstan-keep-${crypto.randomUUID().slice(0, 8)}`)
      this.#journal.stage(stage)
      mkdirSync(stage, { mode: 0o700 })
      this.#made.set(dev, stage)
    }
    this.#count += 1
    return join(stage, String(this.#count))
  }

  [Symbol.dispose](): void {
    for (const path of this.#made.values()) rmSync(path, { recursive: true, force: true })
    this.#journal[Symbol.dispose]()
  }

  /** It is there, and it stays. */
  #canHold(at: string): boolean {
    return !this.#gone.has(at) && seeFile(at)?.type === 'directory' && isWritable(at)
  }
}

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** What is not a directory is made ready to be moved to its place, and has a name for what it takes the place of. */
const stageAll = (changes: readonly TriedChange[], stages: Stages): readonly KeptStep[] =>
  changes.map(({ copy, ...change }) => {
    const { path, after, before, kind } = change
    const backup = before !== null && before.type !== 'directory' ? { backup: stages.nameFor(path) } : {}
    if (kind === 'removed') {
      accessSync(dirname(path), constants.W_OK)
      return { ...change, ...backup }
    }
    if (!isMade(kind) || copy === undefined || after === null || after.type === 'directory') return change
    const stage = stages.nameFor(path)
    if (after.type === 'link') symlinkSync(readlinkSync(copy), stage)
    else copyFileSync(copy, stage, constants.COPYFILE_FICLONE)
    setFacts(stage, after)
    return { ...change, ...backup, stage, staged: lstatSync(stage, { bigint: true }).ino }
  })

const isMade = (kind: TriedChange['kind']): boolean => kind === 'made' || kind === 'changed'

/** What goes first, then what comes, the outer before the inner; a directory gets its rights when it is complete. */
const apply = (steps: readonly KeptStep[]): void => {
  const directories = steps.filter(({ after }) => after?.type === 'directory')
  for (const { path, after } of directories)
    if (after && seeFile(path)?.type === 'directory') chmodSync(path, after.mode | 0o700)
  for (const { path, kind, backup } of steps)
    if (kind === 'removed') {
      if (backup === undefined) rmdirSync(path)
      else renameSync(path, backup)
    }
  for (const { path, after, kind, stage, backup } of steps) {
    if (stage !== undefined) {
      if (backup !== undefined) putAside(path, backup)
      renameSync(stage, path)
    } else if (after?.type === 'directory' && kind === 'made') mkdirSync(path, { mode: 0o700 })
    else if (after && after.type !== 'directory' && (kind === 'closed' || kind === 'touched'))
      setFacts(path, after)
  }
  for (const { path, after } of directories.toReversed()) if (after) setFacts(path, after)
}

/** A second name of what is about to be replaced: at no moment there is nothing in its place. */
const putAside = (path: string, backup: string): void => {
  try {
    linkSync(path, backup)
  } catch {
    // A file system without second names.
    renameSync(path, backup)
  }
}
