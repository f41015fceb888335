import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobLog } from '../../features/fleet/job-log.ts'
import type { FleetWork } from '../../protocol/agents/fleet-work.ts'
import type { ReviewGit } from '../review/review-git.ts'

export interface Bringing {
  readonly wish: FleetWork
  /** Of the repository here, and the commit that was sent. */
  readonly root: string
  readonly commit: string
  readonly git: ReviewGit
  readonly log: JobLog
}

export interface Brought {
  readonly patch: Buffer
  /** Of the model's last commit. */
  readonly said?: string
}

const AUTHOR = ['-c', 'user.name=capstan fleet', '-c', 'user.email=capstan@localhost']

/**
 * Changes of a job, brought to the repository here: into the worktree that was for it alone, committed where the model
 * committed; else as a branch to look at. Nothing that somebody else works in is touched.
 */
export const bringChanges = async (
  { wish, git, root, commit, log }: Bringing,
  { patch, said }: Brought,
): Promise<{ readonly branch?: string }> => {
  const room = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-fleet-')))
  const file = join(room, 'job.patch')
  try {
    writeFileSync(file, patch, { mode: 0o600 })
    if (wish.isOwn) {
      const here = { cwd: root }
      await git(['apply', '--whitespace=nowarn', ...(said === undefined ? [] : ['--index']), file], here)
      if (said !== undefined)
        await git([...AUTHOR, 'commit', '--quiet', '--no-verify', '--no-gpg-sign', '-m', said], here)
      return {}
    }
    const at = { cwd: root, env: { GIT_INDEX_FILE: join(room, 'index') } }
    await git(['read-tree', commit], at)
    await git(['apply', '--cached', '--whitespace=nowarn', file], at)
    const tree = (await git(['write-tree'], at)).trim()
    const message = `${wish.title}\n\nBy job ${log.job} of the fleet. Not looked at yet.\n`
    const made = (await git([...AUTHOR, 'commit-tree', tree, '-p', commit, '-m', message], at)).trim()
    const branch = `fleet/${log.job}`
    await git(['branch', '--no-track', branch, made], at)
    return { branch }
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
