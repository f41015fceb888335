import { createLeaseBook, type LeaseBook } from '../features/leases/lease-book.ts'
import type { Worktrees } from '../protocol/agents/worktrees.ts'
import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions & WorktreesOptions

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  options: WorkOptions,
): { readonly agents: AgentsPart; readonly worktrees: Worktrees; readonly leases: LeaseBook } => {
  const { place, runtime } = options.config
  const worktrees = scope.add(createWorktrees(options))
  const agents = scope.add(createAgents(options))
  const leases = createLeaseBook({
    ...(place.leasesDir === undefined ? {} : { directory: place.leasesDir }),
    now: () => runtime.now().getTime(),
    newId: runtime.newId,
    agent: id => agents.list().find(info => info.id === id),
  })
  return { agents, worktrees: worktrees.port, leases }
}
