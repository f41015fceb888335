import { createAgents } from './parts/agents/agents.ts'
import { createGoal, type GoalOptions, type SessionGoal } from './parts/agents/goal.ts'
import { createSchedules, type SessionSchedules } from './parts/agents/schedules.ts'
import type { SharedPorts } from './parts/shared-ports.ts'
import type { SchedulesAt } from './schedules/running-schedules.ts'
import type { Scope } from './scope.ts'

/** What works beside the conversation and is shared by all threads. */
export interface SessionWork {
  readonly ports: Pick<SharedPorts, 'agents' | 'schedules'>
  readonly schedules: SessionSchedules
  readonly goal: SessionGoal
}

/** A line for each part. */
export const addSessionWork = (
  scope: Scope,
  at: GoalOptions & Pick<SchedulesAt, 'config' | 'desk'>,
): SessionWork => {
  const agents = scope.add(createAgents())
  const schedules = scope.add(createSchedules(at))
  const goal = scope.add(createGoal(at))
  return { ports: { agents: agents.port, schedules: schedules.port }, schedules, goal }
}
