import type { Stats } from 'node:fs'
import type { ContentPack } from './content-pack.ts'
import type { Directories } from './directories.ts'
import { FileOpener } from './file-opener.ts'
import { PERMISSION_BITS } from './file-version.ts'
import { TakenCopy } from './path-content.ts'
import type { ScanBudget } from './scan-budget.ts'

/** What belongs to the first look at the working directories. */
export interface FirstScan {
  readonly budget: ScanBudget
  /** When it began, by the wall clock. */
  readonly started: number
  readonly directories: Directories
}

export interface SnapshotFilesDeps extends FirstScan {
  readonly root: string
  readonly pack: ContentPack
  directoryOf(path: string): string
  /** Bytes that the session has copied before. */
  stored(): number
  found(path: string, held: TakenCopy, stats: Stats): void
}

/**
 * Puts files below a directory into the pack, each opened once and read where it is kept. Answers those that want a
 * closer look: what is no regular file, what is too large, what may have been another file.
 */
export const snapshotFiles = async (
  paths: readonly string[],
  deps: SnapshotFilesDeps,
): Promise<readonly string[]> => {
  const { budget, directories, started, root, pack } = deps
  const files = new FileOpener({ directories, started, root })
  const closer: string[] = []
  const take = ({ fd, stats }: { readonly fd: number; readonly stats: Stats }) =>
    budget.spend(stats.size, deps.stored()) ? { stats, packed: pack.take(fd, stats.size) } : undefined
  for (const path of paths) {
    const isTime = budget.goOn()
    if (isTime !== true) await isTime
    const taken = budget.isOver ? undefined : files.open(path, deps.directoryOf(path), take)
    if (!taken) closer.push(path)
    else {
      const mode = taken.stats.mode & PERMISSION_BITS
      deps.found(path, new TakenCopy(pack, { mode, packed: taken.packed }), taken.stats)
    }
  }
  return [...closer, ...files.doubtful()]
}
