import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JudgedFinding } from '../../features/code-review/finding.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { runGitHere } from '../eval/git-child.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
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
  const { env } = deps.process
  const branch = `review-${id}`
  const path = join(change.root, '.capstan', 'worktrees', branch)
  const git = async (cwd: string, args: readonly string[], input?: string): Promise<string> =>
    await runGitHere(args, input === undefined ? { cwd } : { cwd, input }, env)
  mkdirSync(dirname(path), { recursive: true })
  keepOutOfGit(dirname(path))
  await git(change.root, ['worktree', 'add', '-q', '-b', branch, path, change.head ?? 'HEAD'])
  // What was reviewed and is not committed is what the patches are for.
  if (change.head === undefined) {
    const open = await git(change.root, ['diff', '--binary', '--no-color', '--no-ext-diff', 'HEAD'])
    if (open.trim() !== '') await git(path, ['apply', '--whitespace=nowarn', '-'], open)
  }
  for (const { number, patch } of patches)
    try {
      await git(path, ['apply', '--recount', '--whitespace=nowarn', '-'], patch)
    } catch (error) {
      throw new ExitError(1, codeReviewText('patch_failed', { number, why: messageOf(error) }))
    }
  return codeReviewText('fixed', { path, branch, numbers: patches.map(({ number }) => number) })
}
