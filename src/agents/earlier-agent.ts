import type { ThreadLimits } from '../protocol/agents/thread-limits.ts'
import { PERMISSION_MODES, type PermissionMode } from '../protocol/permission.ts'
import type { SpawnRequest } from './plan-agent.ts'

/** An agent of an earlier run of the session, as its file tells. Text from a file: nothing of it grants anything. */
export interface EarlierAgent {
  readonly id: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** What it was asked for, with what it is told now. */
export const requestOf = ({ facts }: EarlierAgent, prompt: string): SpawnRequest => {
  const text = (key: string): string | undefined => {
    const value = facts[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const mode = PERMISSION_MODES.find(one => one === facts['mode']) as PermissionMode | undefined
  const { type, team, name, model, limits, worktree, where } = {
    type: text('agentType'),
    team: text('team'),
    name: text('name'),
    model: text('model'),
    limits: limitsOf(facts['limits']),
    worktree: text('worktree'),
    where: text('where'),
  }
  return {
    description: text('description') ?? 'continued',
    prompt,
    toolUseId: text('toolUseId') ?? '',
    limits,
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(team === undefined ? {} : { team }),
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
    ...(where === undefined ? {} : { where }),
    ...(worktree === undefined ? {} : { isolation: 'worktree', worktree }),
  }
}

const limitsOf = (value: unknown): ThreadLimits => {
  const given = (value ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    (['turns', 'usd', 'tokens', 'ms'] as const).flatMap(key =>
      typeof given[key] === 'number' ? [[key, given[key]]] : [],
    ),
  )
}
