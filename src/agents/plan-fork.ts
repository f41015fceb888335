import type { AgentRequest } from '../protocol/agents/agents.ts'
import type { Prefix } from '../protocol/thread.ts'
import type { AgentParent } from './agent-parent.ts'
import type { AgentPlan } from './plan-agent.ts'

const FORK = 'fork'

/** A fork has everything of whoever starts it: prompt, tools, model, mode and what was said. */
export const planFork = ({
  id,
  request,
  parent,
  prefix,
  startedAt,
}: {
  readonly id: string
  readonly request: AgentRequest
  readonly parent: AgentParent
  readonly prefix: Prefix
  readonly startedAt: number
}): AgentPlan => {
  const { mode, cwd, roots, depth, agent } = parent
  const { description, toolUseId, limits, name = FORK } = request
  return {
    spec: {
      agent: { id, name, toolUseId },
      prefix,
      place: { cwd, roots },
      depth: depth + 1,
      mode,
      ...(limits ? { limits } : {}),
      facts: { agentType: FORK, description, toolUseId, ...(request.name ? { name: request.name } : {}) },
    },
    info: {
      id,
      name,
      type: FORK,
      description,
      status: 'running',
      background: false,
      toolUseId,
      model: prefix.model,
      mode,
      cwd,
      startedAt,
      requests: 0,
      toolUses: 0,
      tokens: 0,
      usd: 0,
      ...(agent ? { parent: agent.id } : {}),
    },
    notes: [],
  }
}
