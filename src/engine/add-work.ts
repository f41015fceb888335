import type { Notifications } from './hooks/notifications.ts'
import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import type { Scope } from './scope.ts'

export interface WorkOptions extends AgentsOptions {
  readonly notifications: Pick<Notifications, 'ofAgent'>
}

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (scope: Scope, options: WorkOptions): { readonly agents: AgentsPart } => {
  const agents = scope.add(
    createAgents({
      ...options,
      emit(event) {
        if (event.type === 'agent_changed') options.notifications.ofAgent(event.info)
        return options.emit(event)
      },
    }),
  )
  return { agents }
}
