import { dollars } from '../../lib/dollars.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { Event } from '../../protocol/event.ts'
import { toolUses } from '../../protocol/message.ts'
import { knownCell } from '../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
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
  // The session tells of this one itself.
  if (before?.info) return agents
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

/** The agents after the session told of one, and the line for what is new about it; absent: nothing worth one. */
export const noteAgent = (
  agents: readonly AgentWork[],
  info: AgentInfo,
): { readonly agents: readonly AgentWork[]; readonly line: LocalizedText | undefined } => {
  const { id, status, background, toolUses: tools, tokens } = info
  const before = agents.find(agent => agent.id === id)?.info
  const work: AgentWork = { id, tools, tokens, info: { status, background } }
  const line = lineFor(info, before)
  return { agents: [...agents.filter(agent => agent.id !== id), work], line }
}

const lineFor = (info: AgentInfo, before: AgentWork['info']): LocalizedText | undefined => {
  const name = escapeLine(info.name, 60)
  const about = escapeProse(info.description, 80)
  const who = about === '' || about === name ? name : lineText('who', { name, about })
  if (isOver(info.status))
    return before && isOver(before.status) ? undefined : lineText('agent_ended', { who, facts: ending(info) })
  if (!before || isOver(before.status))
    return lineText(info.background ? 'agent_background' : 'agent_begins', { who })
  return info.background && !before.background ? lineText('agent_moved', { who }) : undefined
}

const isOver = (status: AgentInfo['status']): boolean => status !== 'running' && status !== 'idle'

const ending = ({ status, toolUses: tools, tokens, usd }: AgentInfo): readonly Text[] => [
  status === 'completed' ? lineText('done') : knownCell(status),
  amount('tools', tools),
  amount('tokens', tokens),
  ...(usd > 0 ? [dollars(usd)] : []),
]

export const amount = (what: 'tools' | 'tokens', count: number): LocalizedText =>
  lineText(what, { count, number: count.toLocaleString('en-US') })
