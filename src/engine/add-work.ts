import type { Agents } from '../protocol/agents/agents.ts'
import type { Worktrees } from '../protocol/agents/worktrees.ts'
import { createAgents } from './parts/agents/agents.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { Scope } from './scope.ts'

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  from: WorktreesOptions,
): { readonly agents: Agents; readonly worktrees: Worktrees } => {
  const worktrees = scope.add(createWorktrees(from))
  const agents = scope.add(createAgents())
  return { agents: agents.port, worktrees: worktrees.port }
}
