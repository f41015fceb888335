import { createLeaseBook } from '../features/leases/lease-book.ts'
import { type AgentsOptions, createAgents } from './parts/agents/agents.ts'
import { type AssistantOptions, createAssistant, type SessionAssistant } from './parts/agents/assistant.ts'
import { createGoal, type GoalOptions, type SessionGoal } from './parts/agents/goal.ts'
import { createSchedules, type SessionSchedules } from './parts/agents/schedules.ts'
import { createSessionTeams, type TeamsConfig } from './parts/agents/session-teams.ts'
import { createWorktrees, type WorktreesOptions } from './parts/agents/worktrees.ts'
import type { SharedPorts } from './parts/shared-ports.ts'
import type { SchedulesAt } from './schedules/running-schedules.ts'
import type { Scope } from './scope.ts'

/** What works beside the conversation and is shared by all threads. */
export interface SessionWork {
  readonly ports: Pick<SharedPorts, 'agents' | 'worktrees' | 'leases' | 'schedules' | 'teams'>
  readonly schedules: SessionSchedules
  readonly goal: SessionGoal
  readonly assistant: SessionAssistant
}

export type WorkOptions = Omit<AgentsOptions, 'worktrees'> &
  WorktreesOptions &
  GoalOptions &
  AssistantOptions &
  Pick<SchedulesAt, 'config' | 'desk'> & { readonly config: TeamsConfig }

/** A line for each part. */
export const addSessionWork = (scope: Scope, options: WorkOptions): SessionWork => {
  const { place, runtime } = options.config
  const worktrees = scope.add(createWorktrees(options))
  const agents = scope.add(createAgents({ ...options, worktrees: worktrees.port }))
  const leases = createLeaseBook({
    ...(place.leasesDir === undefined ? {} : { directory: place.leasesDir }),
    now: () => runtime.now().getTime(),
    newId: runtime.newId,
    agent: id => agents.list().find(info => info.id === id),
  })
  const schedules = scope.add(createSchedules(options))
  const goal = scope.add(createGoal(options))
  const assistant = scope.add(createAssistant(options))
  const teams = scope.add(createSessionTeams(options.config))
  const ports = { agents, worktrees: worktrees.port, leases, schedules: schedules.port, teams }
  return { ports, schedules, goal, assistant }
}
