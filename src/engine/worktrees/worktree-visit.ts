import { readGitBranch } from '../../features/sessions/git-branch.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { isInside } from '../../lib/paths.ts'
import type { VisitedWorktree, WorktreeVisit } from '../../protocol/agents/worktree-visit.ts'
import type { OpenWorktree } from '../../protocol/agents/worktrees.ts'
import { worktreeText } from '../../protocol/messages/engine/worktrees.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { OpError } from '../../protocol/op.ts'
import { expectedError } from '../../protocol/system-error.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SessionWorktrees } from './part.ts'

const says = modelTexts('worktree_visit', {
  holdsWork: {
    en: 'The worktree {name} has {what}. Keep it (action "keep"), or ask the person whether that may go and call again with discard_changes true.',
    zh: '工作树 {name} 有{what}。请保留它（action "keep"），或先问用户能否丢弃，再以 discard_changes true 调用。',
  },
})

export interface SessionVisit extends Part {
  readonly port: WorktreeVisit
}

export interface VisitOptions {
  readonly config: { readonly session: SessionHandle; readonly place: SessionEnvironment }
  /** Of the conversation. */
  readonly live: Pick<ThreadState, 'cwd' | 'roots' | 'keepOut'>
}

interface Visit {
  readonly tree: OpenWorktree
  /** Where the conversation was before. */
  readonly back: Pick<ThreadState, 'cwd' | 'roots' | 'keepOut'>
  readonly seen: VisitedWorktree
}

/** The conversation goes into a worktree and out of it; a later resume goes on there. */
export const createWorktreeVisit = (
  { config, live }: VisitOptions,
  worktrees: Pick<SessionWorktrees, 'port' | 'openAt'>,
): SessionVisit => {
  const { session, place } = config
  let visit: Visit | undefined
  const moveTo = async (next: Visit['back'], path: string | null): Promise<void> => {
    live.roots = next.roots
    live.keepOut = next.keepOut
    live.cwd = next.cwd
    session.setCwd(next.cwd)
    await session.note({ type: 'worktree-state', path, sessionId: session.id })
  }
  const port: WorktreeVisit = {
    current: () => visit?.seen,
    possible: () => findCheckout(live.cwd) !== undefined,
    async enter({ path, ...request }) {
      if (visit) throw new ToolError(worktreeText('already_in', { name: visit.tree.name }))
      const opened = path === undefined ? worktrees.port.create(request) : worktrees.openAt(path)
      const tree = await opened.catch(tellCause)
      const back = { cwd: live.cwd, roots: live.roots, keepOut: live.keepOut }
      const seen = shown(tree, back.cwd)
      visit = { tree, back, seen }
      // Directories elsewhere that the person added stay; those of the main checkout do not.
      const { caseSensitive } = place
      const others = live.roots.filter(
        root =>
          !isInside(root, tree.main, { caseSensitive }) && !isInside(tree.main, root, { caseSensitive }),
      )
      await moveTo(
        { ...tree.place, keepOut: tree.place.keepOut, roots: [...tree.place.roots, ...others] },
        tree.path,
      )
      return seen
    },
    async exit({ action, discard }) {
      if (!visit) throw new ToolError(worktreeText('not_in'))
      const { tree, back } = visit
      const what = action === 'remove' && !discard ? await tree.look() : ''
      if (what !== '') throw new ToolError(says('holdsWork', { name: tree.name, what }))
      visit = undefined
      await moveTo(back, null)
      if (action === 'remove') return { ...(await tree.finish({ discard })), back: back.cwd }
      await tree.keep()
      return { kept: true, path: tree.path, branch: tree.branch, reason: '', back: back.cwd }
    },
  }
  return {
    port,
    ops: {
      async enter_worktree({ type: _, ...request }) {
        try {
          await port.enter(request)
        } catch (error) {
          throw error instanceof ToolError ? new OpError(asLocalized(error.localized)) : error
        }
      },
    },
  }
}

/** What is in the way, or a full disk, is no fault of the program. */
const tellCause = (error: unknown): never => {
  const cause = expectedError(error)
  throw cause === undefined ? error : new ToolError(worktreeText('not_made', { reason: cause }))
}

const shown = ({ name, path, branch, main, notRun }: OpenWorktree, cwd: string): VisitedWorktree => {
  const before = readGitBranch(cwd)
  const skipped = notRun?.length ? { notRun } : {}
  return { name, path, branch, main, ...skipped, from: { cwd, ...(before === '' ? {} : { branch: before }) } }
}
