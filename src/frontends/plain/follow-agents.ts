import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Event } from '../../protocol/event.ts'
import { toolUses } from '../../protocol/message.ts'
import { contextTokens } from '../../protocol/usage.ts'
import type { AgentWork } from './plain-state.ts'

/** The agents at work after an event of one of them. */
export const followAgents = (
  agents: readonly AgentWork[],
  event: Event,
  { id }: AgentOrigin,
): readonly AgentWork[] => {
  const others = agents.filter(agent => agent.id !== id)
  const before = agents.find(agent => agent.id === id)
  if (event.type === 'turn_started') return [...others, { id, tools: 0, tokens: 0 }]
  if (!before) return agents
  switch (event.type) {
    case 'turn_ended':
      return others
    case 'usage':
      return [...others, { ...before, tokens: contextTokens(event.usage) }]
    case 'entry': {
      const made = event.entry.type === 'assistant' ? toolUses(event.entry.message.content).length : 0
      return made === 0 ? agents : [...others, { ...before, tools: before.tools + made }]
    }
    default:
      return agents
  }
}
