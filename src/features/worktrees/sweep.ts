import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { REPOSITORY, type WorktreeDeps } from './deps.ts'
import { listWorktrees, worktreesDirectory } from './list-worktrees.ts'
import { holdOf } from './owner-lock.ts'
import { adminDirectory, readRecord } from './record.ts'
import { removeWorktree, TRASH } from './remove-worktree.ts'
import { listSalvages } from './salvage.ts'

/**
 * Removes what processes that are gone left behind: worktrees of agents in which nothing could be lost, what was put
 * aside to be deleted, and copies of what some branch has by now. An abort leaves the rest for the next time.
 */
export const sweepWorktrees = async (
  main: string,
  deps: WorktreeDeps,
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const removed: string[] = []
  const all = await listWorktrees(main, deps)
  for (const known of all) {
    if (signal?.aborted) return removed
    if (known.missing || holdOf(known, deps.owner).kind !== 'free') continue
    const record = readRecord(adminDirectory(known.path))
    // Nobody was told of one without a record: its process was killed while it made it.
    const isHalfMade = record === undefined && known.locked !== undefined
    // Those that a person named are theirs to remove.
    if (record?.agentId === undefined && !isHalfMade) continue
    const { kept } = await removeWorktree({ main, slug: known.slug }, deps)
    if (!kept) removed.push(known.slug)
  }
  const directories = new Set([worktreesDirectory(main), ...all.map(({ path }) => dirname(path))])
  for (const directory of directories) await emptyTrash(directory)
  if (!signal?.aborted) await dropNeedlessCopies(main, deps)
  return removed
}

const emptyTrash = async (directory: string): Promise<void> => {
  for (const name of entriesOf(directory))
    if (name.startsWith(TRASH)) await rm(join(directory, name), { recursive: true, force: true })
}

const entriesOf = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch {
    // There are none yet.
    return []
  }
}

const dropNeedlessCopies = async (main: string, deps: WorktreeDeps): Promise<void> => {
  for (const { ref, commit, needless } of await listSalvages(main, deps))
    if (needless) await deps.git({ cwd: main, args: ['update-ref', '-d', ref, commit], writes: REPOSITORY })
}
