import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { AgentRow } from './ui-state.ts'

/** An agent at its place: those it started stand below it, a step further in. */
export interface TreeRow {
  readonly agent: AgentRow
  readonly depth: number
}

export const agentRowOf = (info: AgentInfo): AgentRow => {
  const { id, name, startedAt, toolUses: tools, tokens } = info
  return { id, name, startedAt, tools, tokens, info }
}

/** It works, or waits to be told what to do next. */
export const isAtWork = ({ info }: AgentRow): boolean =>
  info === undefined || info.status === 'running' || info.status === 'idle'

/** These agents with everything below them, each behind the one that started it. */
export const agentTree = (roots: readonly AgentRow[], all: readonly AgentRow[]): readonly TreeRow[] => {
  const below = Map.groupBy(all, ({ info }) => info?.parent)
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  const add = (agent: AgentRow, depth: number): void => {
    if (seen.has(agent.id)) return
    seen.add(agent.id)
    rows.push({ agent, depth })
    for (const child of below.get(agent.id) ?? []) add(child, depth + 1)
  }
  for (const root of roots) add(root, 0)
  return rows
}

/** Agents that nobody in the list started. */
export const rootsOf = (all: readonly AgentRow[]): readonly AgentRow[] => {
  const ids = new Set(all.map(({ id }) => id))
  return all.filter(({ info }) => info?.parent === undefined || !ids.has(info.parent))
}

/** As many rows as there is room for: what is over is left out first, then what began last. */
export const boundRows = <T>(
  rows: readonly T[],
  most: number,
  isOver: (row: T) => boolean,
): { readonly shown: readonly T[]; readonly hidden: number } => {
  if (rows.length <= most) return { shown: rows, hidden: 0 }
  const kept = new Set(rows.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b))).slice(0, most))
  return { shown: rows.filter(row => kept.has(row)), hidden: rows.length - most }
}
