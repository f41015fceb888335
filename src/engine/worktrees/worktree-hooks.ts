import { realpathSync, statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { OpenWorktree, WorktreeEnd } from '../../protocol/agents/worktrees.ts'
import { worktreeText } from '../../protocol/messages/engine/worktrees.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Hooks } from '../hooks/part.ts'

type WorktreeHooks = Pick<Hooks, 'fire' | 'isSet'>

/** A worktree that a hook makes in git's place: for other version control, or another place. */
export const openWithHook = async (
  wish: { readonly name: string; readonly main: string },
  hooks: WorktreeHooks,
): Promise<OpenWorktree> => {
  const { signal } = new AbortController()
  const verdict = await hooks.fire('WorktreeCreate', { name: wish.name }, signal)
  if (verdict.permission === 'deny')
    throw new ToolError(
      worktreeText('hook_made_none', { reason: verdict.reason ?? worktreeText('hook_no_reason') }),
    )
  const path = directoryAt(verdict.worktreePath)
  return {
    ...wish,
    path,
    branch: '',
    // Elsewhere than in the checkout: what it holds is nobody's to guess.
    place: { cwd: path, roots: [path], keepOut: { root: wish.main, except: path } },
    look: async () => 'whatever the hook that made it knows',
    keep: async () => undefined,
    async finish(how): Promise<WorktreeEnd> {
      const end = { path, branch: '' }
      if (!how?.discard)
        return { ...end, kept: true, reason: 'A hook made it, so only you can tell whether it holds work.' }
      await hooks.fire('WorktreeRemove', { worktree_path: path }, signal)
      return { ...end, kept: false, reason: '' }
    },
  }
}

const directoryAt = (path: string | undefined): string => {
  if (path === undefined || !isAbsolute(path)) throw new ToolError(worktreeText('hook_no_path'))
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new ToolError(worktreeText('hook_no_directory', { path }))
  return realpathSync.native(path)
}
