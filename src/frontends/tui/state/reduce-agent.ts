import type { AgentOrigin } from '../../../protocol/agents/agent-origin.ts'
import type { Event } from '../../../protocol/event.ts'
import { toolUses } from '../../../protocol/message.ts'
import { contextTokens } from '../../../protocol/usage.ts'
import type { Item } from './item.ts'
import { append } from './transcript.ts'
import type { AgentRow, UiState } from './ui-state.ts'

/** What an agent did, as a change of its row. Of the conversation only the line of its end and its questions are touched. */
export const reduceAgent = (
  state: UiState,
  event: Event & { readonly agent: AgentOrigin },
  now: number,
): UiState => {
  switch (event.type) {
    case 'permission_request':
      return { ...state, requests: [...state.requests, event.request] }
    case 'permission_settled':
      return state.requests.some(({ id }) => id === event.id)
        ? { ...state, requests: state.requests.filter(({ id }) => id !== event.id) }
        : state
    case 'turn_started': {
      const { id, name } = event.agent
      const row: AgentRow = { id, name, startedAt: now, tools: 0, tokens: 0 }
      return { ...state, agents: [...state.agents.filter(agent => agent.id !== id), row] }
    }
    case 'turn_ended':
      return endAgent(state, event, now)
    default:
      return changeRow(state, event)
  }
}

/** Of an agent that is not at work, whatever comes late says nothing. */
const changeRow = (state: UiState, event: Event & { readonly agent: AgentOrigin }): UiState => {
  const at = state.agents.findIndex(({ id }) => id === event.agent.id)
  const row = state.agents[at]
  const changed = row && follow(row, event)
  return changed === undefined || changed === row
    ? state
    : { ...state, agents: state.agents.with(at, changed) }
}

const follow = (row: AgentRow, event: Event): AgentRow => {
  if (event.type === 'usage') return { ...row, tokens: contextTokens(event.usage) }
  if (event.type !== 'entry') return row
  const { entry } = event
  if (entry.type === 'assistant') {
    const calls = toolUses(entry.message.content)
    const last = calls.at(-1)
    if (!last) return row
    const { id, name, input } = last
    return { ...row, call: { id, name, input }, tools: row.tools + calls.length }
  }
  const { call, ...rest } = row
  return call && entry.type === 'user' && isResultOf(entry.message.content, call.id) ? rest : row
}

const isResultOf = (
  content: string | readonly { readonly type: string; readonly tool_use_id?: string }[],
  id: string,
): boolean =>
  typeof content !== 'string' &&
  content.some(block => block.type === 'tool_result' && block.tool_use_id === id)

const endAgent = (
  state: UiState,
  { agent, terminal }: Extract<Event, { readonly type: 'turn_ended' }> & { readonly agent: AgentOrigin },
  now: number,
): UiState => {
  const row = state.agents.find(({ id }) => id === agent.id)
  const item: Item = {
    kind: 'agent',
    id: `agent:${agent.id}:${now}`,
    name: agent.name,
    ended: terminal.kind === 'completed' ? 'done' : 'error' in terminal ? 'failed' : 'stopped',
    tools: row?.tools ?? 0,
    tokens: row?.tokens ?? 0,
  }
  return {
    ...state,
    agents: state.agents.filter(each => each !== row),
    // Nobody waits for these answers any more.
    requests: state.requests.filter(request => request.agent?.id !== agent.id),
    transcript: append(state.transcript, item),
  }
}
