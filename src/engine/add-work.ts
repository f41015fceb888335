import type { Agents } from '../protocol/agents/agents.ts'
import type { EngineConfig } from './config.ts'
import { createAgents } from './parts/agents/agents.ts'
import { createSessionTeams, type SessionTeams } from './parts/agents/session-teams.ts'
import type { Scope } from './scope.ts'

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  config: EngineConfig,
): { readonly agents: Agents; readonly teams: SessionTeams } => {
  const agents = scope.add(createAgents())
  const teams = scope.add(createSessionTeams(config))
  return { agents: agents.port, teams }
}
