import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (scope: Scope, options: WorkOptions): { readonly agents: AgentsPart } => {
  const agents = scope.add(createAgents(options))
  return { agents }
}
