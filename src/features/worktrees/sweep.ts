import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WorktreeDeps } from './deps.ts'
import { holdOf } from './owner-lock.ts'
import { listWorktrees, worktreesDirectory } from './places.ts'
import { adminDirectory, readRecord } from './record.ts'
import { removeWorktree, TRASH } from './remove-worktree.ts'
import { SALVAGE_REFS } from './salvage.ts'

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
    // Those that a person named are theirs to remove.
    if (readRecord(adminDirectory(known.path))?.agentId === undefined) continue
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

/** Salvage refs whose commits branches, tags or remotes have. */
const dropNeedlessCopies = async (main: string, { git }: WorktreeDeps): Promise<void> => {
  const refs = await git({
    cwd: main,
    args: ['for-each-ref', '--format=%(objectname) %(refname)', SALVAGE_REFS],
  })
  if (!refs.ok) return
  for (const line of refs.output.split('\n')) {
    const [commit, ref] = line.split(' ')
    if (commit === undefined || ref === undefined) continue
    const args = [
      'rev-list',
      '--count',
      '--max-count=1',
      commit,
      '--not',
      '--branches',
      '--tags',
      '--remotes',
    ]
    const own = await git({ cwd: main, args })
    if (own.ok && own.output.trim() === '0') await git({ cwd: main, args: ['update-ref', '-d', ref, commit] })
  }
}
