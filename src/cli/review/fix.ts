import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgedFinding } from '../../features/code-review/finding.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { type ReviewGit, reviewGit } from './review-git.ts'
import type { Review } from './review-store.ts'

/** Applies the patches of chosen findings in a worktree of its own: nothing in the checkout changes. */
export const fixFindings = async (
  { id, change }: Review,
  { findings, numbers }: { readonly findings: readonly JudgedFinding[]; readonly numbers: readonly number[] },
  deps: SessionsDeps,
): Promise<LocalizedText> => {
  const patches = numbers.map(number => {
    const patch = findings[number - 1]?.patch
    if (patch === undefined) throw new ExitError(2, codeReviewText('no_patch', { number: String(number) }))
    return { number: String(number), patch: patch.endsWith('\n') ? patch : `${patch}\n` }
  })
  const git = reviewGit(change.root, deps.process.env)
  const { path, branch } = await addWorktree(`review-${id}`, change, git)
  for (const { number, patch } of patches)
    try {
      await git(['apply', '--recount', '--whitespace=nowarn', '-'], { cwd: path, input: patch })
    } catch (error) {
      throw new ExitError(1, codeReviewText('patch_failed', { number, path, why: messageOf(error) }))
    }
  return codeReviewText('fixed', { path, branch, numbers: patches.map(({ number }) => number) })
}

/** With what was reviewed in it; of a name that is taken another one. */
const addWorktree = async (
  name: string,
  { root, head }: Review['change'],
  git: ReviewGit,
): Promise<{ readonly path: string; readonly branch: string }> => {
  const folder = join(root, '.capstan', 'worktrees')
  mkdirSync(folder, { recursive: true })
  keepOutOfGit(folder)
  for (let number = 1; ; number++) {
    const branch = number === 1 ? name : `${name}-${number}`
    const path = join(folder, branch)
    const isTaken =
      existsSync(path) ||
      (await git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]).catch(() => '')) !== ''
    if (isTaken) continue
    try {
      await git(['worktree', 'add', '--quiet', '-b', branch, path, head])
    } catch (error) {
      throw new ExitError(1, codeReviewText('no_worktree', { why: messageOf(error) }))
    }
    return { path, branch }
  }
}
