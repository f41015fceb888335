import { lifeOf, type ProcessIdentity } from '../../lib/process/process-identity.ts'
import { REPOSITORY, type WorktreeDeps } from './deps.ts'
import type { KnownWorktree } from './list-worktrees.ts'

const REASON = /^capstan pid (\d+) (\d*)@(\S+)$/

export const lockReason = ({ pid, started, host }: ProcessIdentity): string =>
  `capstan pid ${pid} ${started}@${host.replaceAll(/\s/g, '_')}`

/** `ours`: locked by this process. `free` includes what a process that is gone left locked. */
export type Hold =
  | { readonly kind: 'free' | 'ours' }
  | { readonly kind: 'process'; readonly pid: number }
  | { readonly kind: 'somebody'; readonly reason: string }

/** Who keeps a worktree from being removed. */
export const holdOf = ({ locked }: Pick<KnownWorktree, 'locked'>, me: ProcessIdentity): Hold => {
  if (locked === undefined) return { kind: 'free' }
  if (locked === lockReason(me)) return { kind: 'ours' }
  const [, pid, started = '', host = ''] = REASON.exec(locked) ?? []
  // Git itself locks what it is making, and does not come back to it.
  if (pid === undefined) return { kind: 'somebody', reason: locked }
  return lifeOf({ pid: Number(pid), started, host }) === 'dead'
    ? { kind: 'free' }
    : { kind: 'process', pid: Number(pid) }
}

/** False: somebody else has it. A lock of a process that is gone is taken over. */
export const takeLock = async (main: string, known: KnownWorktree, deps: WorktreeDeps): Promise<boolean> => {
  const hold = holdOf(known, deps.owner)
  if (hold.kind === 'process' || hold.kind === 'somebody') return false
  if (known.locked !== undefined)
    await deps.git({ cwd: main, args: ['worktree', 'unlock', known.path], writes: REPOSITORY })
  const lock = ['worktree', 'lock', '--reason', lockReason(deps.owner), known.path]
  return (await deps.git({ cwd: main, args: lock, writes: REPOSITORY })).ok
}
