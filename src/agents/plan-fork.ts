import type { AgentRequest } from '../protocol/agents/agents.ts'
import type { Prefix } from '../protocol/thread.ts'
import type { AgentParent } from './agent-parent.ts'
import type { EarlierAgent } from './earlier-agent.ts'
import { forkMessages, isPlaceholder, messagesUpTo } from './fork-messages.ts'
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
  // What its parent said last before it; the placeholders behind that are made anew.
  const at = prefix.messages.findLast(message => !isPlaceholder(message))
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
      facts: {
        agentType: FORK,
        description,
        toolUseId,
        at: at?.uuid ?? '',
        ...(request.name ? { name: request.name } : {}),
        ...(limits ? { limits } : {}),
      },
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

/** A fork of an earlier run, as it goes on; undefined: what it began with is out of sight by now. */
export const resumeFork = (
  { id, facts, request }: EarlierAgent & { readonly request: AgentRequest },
  parent: AgentParent,
  { newId, now }: { newId(): string; now(): number },
): AgentPlan | undefined => {
  const prefix = parent.prefix()
  const known = messagesUpTo(prefix.messages, String(facts['at'] ?? ''))
  if (!known || prefix.system.length === 0) return undefined
  const ids = { newId, now: () => new Date(now()).toISOString() }
  const messages = forkMessages(known, request.toolUseId, ids)
  const plan = planFork({ id, request, parent, prefix: { ...prefix, messages }, startedAt: now() })
  return { ...plan, spec: { ...plan.spec, goesOn: true } }
}
