import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { OpenWorktree, WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Hooks } from '../parts/hooks.ts'

type WorktreeHooks = Pick<Hooks, 'fire' | 'isSet'>

/** A worktree that a hook makes in git's place: for other version control, or another place. */
export const openWithHook = async (
  wish: { readonly name: string; readonly main: string },
  hooks: WorktreeHooks,
): Promise<OpenWorktree> => {
  const { signal } = new AbortController()
  const verdict = await hooks.fire('WorktreeCreate', { name: wish.name }, signal)
  if (verdict.permission === 'deny')
    throw new ToolError(`The WorktreeCreate hook made no worktree: ${verdict.reason ?? 'it gave no reason.'}`)
  const path = directoryAt(verdict.worktreePath)
  return {
    ...wish,
    path,
    branch: '',
    finish: async (): Promise<WorktreeEnd> => ({
      kept: true,
      path,
      branch: '',
      reason: 'A hook made it, so nobody but you can tell whether it still holds work.',
    }),
  }
}

const directoryAt = (path: string | undefined): string => {
  if (path === undefined || !isAbsolute(path))
    throw new ToolError('The WorktreeCreate hook printed no absolute path as its last line.')
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolError(`The WorktreeCreate hook names ${path}, and that is not a directory.`)
  return realpathSync.native(path)
}
