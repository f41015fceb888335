import type { Agents } from '../protocol/agents/agents.ts'
import { createAgents } from './parts/agents/agents.ts'
import type { Scope } from './scope.ts'

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (scope: Scope): { readonly agents: Agents } => {
  const agents = scope.add(createAgents())
  return { agents: agents.port }
}
