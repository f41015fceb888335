import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs'
import type { TriedChange } from './read-changes.ts'
import { seeFile } from './seen-file.ts'
import { setFacts } from './set-facts.ts'

/** A change on its way to its place, so that it can be taken back at any moment. */
export interface KeptStep extends Omit<TriedChange, 'copy'> {
  /** Where what comes waits, and which file that is. */
  readonly stage?: string
  readonly staged?: bigint
  /** Where what was there goes. */
  readonly backup?: string
}

/** Takes all of it back that is in place, the last first; answers what somebody else has changed since. */
export const undoSteps = (steps: readonly KeptStep[]): readonly string[] => {
  const left: string[] = []
  const attempt = (path: string, step: () => boolean): void => {
    try {
      if (!step()) left.push(path)
    } catch {
      left.push(path)
    }
  }
  const back = steps.toReversed()
  for (const step of back) if (step.kind !== 'removed') attempt(step.path, () => undoMade(step))
  for (const step of back) if (step.kind === 'removed') attempt(step.path, () => undoRemoved(step))
  for (const { path, before } of back)
    if (before?.type === 'directory')
      attempt(path, () => {
        if (seeFile(path)?.type === 'directory') setFacts(path, before)
        return true
      })
  return [...new Set(left)]
}

/** False: it is neither what it was nor what was put there. */
const undoMade = ({ path, kind, before, after, stage, staged, backup }: KeptStep): boolean => {
  const now = seeFile(path)
  if (stage !== undefined) {
    // Not moved yet; what it takes the place of may have been put aside.
    if (seeFile(stage) !== null) {
      if (now === null && backup !== undefined && seeFile(backup) !== null) renameSync(backup, path)
      return true
    }
    if (now?.inode !== staged) return now === null ? before === null : now.inode === before?.inode
    if (backup !== undefined && seeFile(backup) !== null) renameSync(backup, path)
    else if (before === null) unlinkSync(path)
    else return false
    return true
  }
  if (after?.type === 'directory') {
    if (kind === 'made' && now?.type === 'directory') rmdirSync(path)
    return true
  }
  if (before === null || now?.inode !== before.inode) return false
  setFacts(path, before)
  return true
}

const undoRemoved = ({ path, before, backup }: KeptStep): boolean => {
  if (before === null) return true
  const now = seeFile(path)
  if (before.type === 'directory') {
    if (now === null) mkdirSync(path, { mode: 0o700 })
    return now === null || now.type === 'directory'
  }
  if (backup === undefined || lstatSync(backup, { throwIfNoEntry: false }) === undefined)
    return now?.inode === before.inode
  // Both names of it: it had not gone yet.
  if (now?.inode === before.inode) rmSync(backup)
  else if (now === null) renameSync(backup, path)
  else return false
  return true
}
