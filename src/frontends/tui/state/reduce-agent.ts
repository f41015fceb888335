import type { AgentOrigin } from '../../../protocol/agents/agent-origin.ts'
import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { WorkflowInfo } from '../../../protocol/agents/workflow.ts'
import type { Event } from '../../../protocol/event.ts'
import { toolUses } from '../../../protocol/message.ts'
import { contextTokens } from '../../../protocol/usage.ts'
import { agentRowOf, isAtWork } from './agent-tree.ts'
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
    case 'turn_started':
      return startAgent(state, event.agent, now)
    case 'turn_ended':
      return endTurn(state, event, now)
    default:
      return changeRow(state, event)
  }
}

/** What the session says of an agent: its row, and in the background one line when it has ended. */
export const noteAgent = (state: UiState, info: AgentInfo, now: number): UiState => {
  const at = state.agents.findIndex(({ id }) => id === info.id)
  const before = state.agents[at]
  const row = rowOf(before, info)
  const ended = !isAtWork(row)
  const agents = at < 0 ? [...state.agents, row] : state.agents.with(at, row)
  const next = { ...state, agents: ended ? withoutOldest(agents) : agents }
  if (!ended || (before?.info && !isAtWork(before))) return next
  return {
    ...next,
    // Nobody waits for these answers any more.
    requests: withoutAgent(state.requests, info.id),
    // Of one in the foreground the call says it.
    transcript: info.background ? append(state.transcript, endOf(row, info, now)) : state.transcript,
  }
}

/** A workflow goes on in the background: one line when it has ended. Its agents have none of their own. */
export const noteWorkflow = (state: UiState, info: WorkflowInfo): UiState => {
  const { runId, name, state: now, steps, tokens, usd, startedAt, endedAt = startedAt, error } = info
  if (now === 'running') return state
  const over = steps.filter(step => step.state === 'done' || step.state === 'skipped')
  return {
    ...state,
    transcript: append(state.transcript, {
      kind: 'agent',
      id: `workflow:${runId}:${endedAt}`,
      name,
      ended: now === 'completed' ? 'done' : now,
      tools: 0,
      tokens,
      usd,
      ms: Math.max(0, endedAt - startedAt),
      workflow: { done: over.length, steps: steps.length, ...(error === undefined ? {} : { error }) },
    }),
  }
}

const rowOf = (before: AgentRow | undefined, info: AgentInfo): AgentRow => {
  const row = agentRowOf(info)
  return before?.call && isAtWork(row) ? { ...row, call: before.call } : row
}

/** Of those that have ended only the last are worth keeping. */
const MOST_ENDED = 40

const withoutOldest = (agents: readonly AgentRow[]): readonly AgentRow[] => {
  const over = agents.filter(agent => !isAtWork(agent))
  const gone = new Set(over.slice(0, Math.max(0, over.length - MOST_ENDED)))
  return gone.size === 0 ? agents : agents.filter(agent => !gone.has(agent))
}

const endOf = (
  { name, tools, tokens }: AgentRow,
  { id, status, description, usd, startedAt, endedAt }: AgentInfo,
  now: number,
): Item => ({
  kind: 'agent',
  id: `agent:${id}:${now}`,
  name,
  about: description,
  ended: status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'stopped',
  tools,
  tokens,
  usd,
  ms: Math.max(0, (endedAt ?? now) - startedAt),
})

const startAgent = (state: UiState, { id, name }: AgentOrigin, now: number): UiState => {
  // The session tells of this one itself.
  if (state.agents.some(agent => agent.id === id && agent.info)) return state
  const row: AgentRow = { id, name, startedAt: now, tools: 0, tokens: 0 }
  return { ...state, agents: [...state.agents.filter(agent => agent.id !== id), row] }
}

/** Of an agent that is not at work, whatever comes late says nothing. */
const changeRow = (state: UiState, event: Event & { readonly agent: AgentOrigin }): UiState => {
  const at = state.agents.findIndex(({ id }) => id === event.agent.id)
  const row = state.agents[at]
  const changed = row && isAtWork(row) ? follow(row, event) : row
  return changed === undefined || changed === row
    ? state
    : { ...state, agents: state.agents.with(at, changed) }
}

const follow = (row: AgentRow, event: Event): AgentRow => {
  if (event.type === 'usage') return row.info ? row : { ...row, tokens: contextTokens(event.usage) }
  if (event.type !== 'entry') return row
  const { entry } = event
  if (entry.type === 'assistant') {
    const calls = toolUses(entry.message.content)
    const last = calls.at(-1)
    if (!last) return row
    const { id, name, input } = last
    const presentation = entry.presentations?.[id]
    const call = { id, name, input, ...(presentation ? { presentation } : {}) }
    return { ...row, call, tools: row.tools + calls.length }
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

const endTurn = (
  state: UiState,
  { agent, terminal }: Extract<Event, { readonly type: 'turn_ended' }> & { readonly agent: AgentOrigin },
  now: number,
): UiState => {
  const at = state.agents.findIndex(({ id }) => id === agent.id)
  const row = state.agents[at]
  // Nobody waits for these answers any more.
  const requests = withoutAgent(state.requests, agent.id)
  if (row?.info) {
    const { call: _, ...rest } = row
    return { ...state, requests, agents: state.agents.with(at, rest) }
  }
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
    requests,
    transcript: append(state.transcript, item),
  }
}

const withoutAgent = (requests: UiState['requests'], id: string): UiState['requests'] =>
  requests.some(({ agent }) => agent?.id === id) ? requests.filter(({ agent }) => agent?.id !== id) : requests
