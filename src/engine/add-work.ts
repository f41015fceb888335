import { createLeaseBook } from '../features/leases/lease-book.ts'
import { type AgentsOptions, type AgentsPart, createAgents } from './parts/agents/agents.ts'
import { createWorktreeVisit, type VisitOptions } from './parts/agents/worktree-visit.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { SharedPorts } from './parts/shared-ports.ts'
import type { Scope } from './scope.ts'

export type WorkOptions = AgentsOptions & WorktreesOptions & VisitOptions

/** What works beside the conversation and is shared by all threads; a line for each part. */
export const addSessionWork = (
  scope: Scope,
  options: WorkOptions,
): Pick<SharedPorts, 'worktrees' | 'worktreeVisit' | 'leases'> & { readonly agents: AgentsPart } => {
  const { place, runtime } = options.config
  const worktrees = scope.add(createWorktrees(options))
  const visit = scope.add(createWorktreeVisit(options, worktrees))
  const agents = scope.add(createAgents(options))
  const leases = createLeaseBook({
    ...(place.leasesDir === undefined ? {} : { directory: place.leasesDir }),
    now: () => runtime.now().getTime(),
    newId: runtime.newId,
    agent: id => agents.list().find(info => info.id === id),
  })
  return { agents, worktrees: worktrees.port, worktreeVisit: visit.port, leases }
}
