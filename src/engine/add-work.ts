import type { Worktrees } from '../protocol/agents/worktrees.ts'
import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import { createSessionTeams, type SessionTeams, type TeamsConfig } from './parts/agents/session-teams.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions & WorktreesOptions & { readonly config: TeamsConfig }

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  options: WorkOptions,
): { readonly agents: AgentsPart; readonly worktrees: Worktrees; readonly teams: SessionTeams } => {
  const worktrees = scope.add(createWorktrees(options))
  const agents = scope.add(createAgents(options))
  const teams = scope.add(createSessionTeams(options.config))
  return { agents, worktrees: worktrees.port, teams }
}
