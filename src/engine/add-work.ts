import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import { createSessionTeams, type SessionTeams, type TeamsConfig } from './parts/agents/session-teams.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions & { readonly config: TeamsConfig }

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  options: WorkOptions,
): { readonly agents: AgentsPart; readonly teams: SessionTeams } => {
  const agents = scope.add(createAgents(options))
  const teams = scope.add(createSessionTeams(options.config))
  return { agents, teams }
}
