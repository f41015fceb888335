import type { AgentRow } from '../../src/frontends/tui/state/ui-state.ts'
import type { AgentInfo } from '../../src/protocol/agents/agents.ts'

/** An agent that began 60 s before 100,000 ms. */
export const agentInfo = (id: string, more: Partial<AgentInfo> = {}): AgentInfo => ({
  id,
  name: `agent ${id}`,
  type: 'general-purpose',
  description: `task ${id}`,
  status: 'running',
  background: false,
  toolUseId: `toolu_${id}`,
  model: 'm',
  mode: 'default',
  cwd: '/w',
  startedAt: 40_000,
  requests: 0,
  toolUses: 0,
  tokens: 0,
  usd: 0,
  ...more,
})

export const agentRow = (info: AgentInfo, more: Partial<AgentRow> = {}): AgentRow => ({
  id: info.id,
  name: info.name,
  startedAt: info.startedAt,
  tools: info.toolUses,
  tokens: info.tokens,
  info,
  ...more,
})
