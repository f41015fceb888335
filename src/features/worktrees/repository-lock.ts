import { join } from 'node:path'
import { tryFileLock } from '../../lib/files/file-lock.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { WorktreeDeps } from './deps.ts'
import { adminDirectory } from './record.ts'

const says = modelTexts('repository_lock', {
  busy: {
    en: 'Process {pid} is busy with worktrees of this repository.',
    zh: '进程 {pid} 正在处理此仓库的工作树。',
  },
})

const WAIT_MS = 60_000
const PAUSE_MS = 20
const DAY_MS = 24 * 3_600_000

/** `checkouts`: they come and go. `merge`: what one of them holds is brought into the main checkout. */
export type LockedWork = 'checkouts' | 'merge'

/**
 * Runs `work` while nobody else on this machine does such work in the repository. Git itself stumbles over worktrees that
 * another process is just making.
 */
export const oneAtATime = async <T>(
  at: { readonly main: string; readonly what: LockedWork; readonly waitMs?: number },
  work: () => Promise<T>,
  { now, newId }: Pick<WorktreeDeps, 'now' | 'newId'>,
): Promise<T> => {
  const path = join(adminDirectory(at.main) || join(at.main, '.git'), `capstan-${at.what}.lock`)
  const time = () => now().getTime()
  const until = time() + (at.waitMs ?? WAIT_MS)
  for (;;) {
    const attempt = tryFileLock(path, { newId, now: time, uncheckableMs: DAY_MS })
    if ('lock' in attempt)
      try {
        return await work()
      } finally {
        attempt.lock.release()
      }
    if (time() >= until) throw new ToolError(says('busy', { pid: String(attempt.heldBy?.pid ?? '?') }))
    await new Promise<void>(resolve => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
}
