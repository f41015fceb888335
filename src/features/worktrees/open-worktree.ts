import { errorText } from '../../lib/error-text.ts'
import type { OpenWorktree, WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import { createWorktree, type WorktreeWish } from './create-worktree.ts'
import type { WorktreeDeps } from './deps.ts'
import { removeWorktree, tell } from './remove-worktree.ts'

/** A worktree that git makes, to be finished by whoever asked for it. */
export const openWorktree = async (wish: WorktreeWish, deps: WorktreeDeps): Promise<OpenWorktree> => {
  const { name, path, branch, main } = await createWorktree(wish, deps)
  return { name, path, branch, main, finish: () => finishWorktree({ name, path, branch, main }, deps) }
}

/** The work there is over: it is removed if nothing could be lost, else kept and free for others. */
export const finishWorktree = async (
  { name, path, branch, main }: Omit<OpenWorktree, 'finish'>,
  deps: WorktreeDeps,
): Promise<WorktreeEnd> => {
  try {
    const end = await removeWorktree({ main, slug: name }, deps)
    if (!end.kept) return { kept: false, path, branch, reason: '' }
    await deps.git({ cwd: main, args: ['worktree', 'unlock', path] })
    const what = end.findings.length > 0 ? tell(end.findings) : end.reason
    return { kept: true, path: end.path, branch: end.branch, reason: `It has ${what}. ${howOn(name)}` }
  } catch (error) {
    return { kept: true, path, branch, reason: `It could not be looked at: ${errorText(error)}` }
  }
}

/** What to do with one that was kept. */
const howOn = (name: string): string =>
  `Bring its work into the main checkout with \`capstan worktrees merge ${name}\`; remove it with \`capstan worktrees clean ${name}\`.`
