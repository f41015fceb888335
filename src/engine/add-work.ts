import type { Worktrees } from '../protocol/agents/worktrees.ts'
import type { Notifications } from './hooks/notifications.ts'
import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions &
  WorktreesOptions & { readonly notifications: Pick<Notifications, 'ofAgent'> }

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  options: WorkOptions,
): { readonly agents: AgentsPart; readonly worktrees: Worktrees } => {
  const worktrees = scope.add(createWorktrees(options))
  const agents = scope.add(createAgents({ ...options, emit: heardBy(options) }))
  return { agents, worktrees: worktrees.port }
}

/** Events of agents, as hooks hear of them too. */
const heardBy =
  ({ notifications, emit }: Pick<WorkOptions, 'notifications' | 'emit'>): WorkOptions['emit'] =>
  event => {
    if (event.type === 'agent_changed') notifications.ofAgent(event.info)
    return emit(event)
  }
