import { createAgents } from './parts/agents/agents.ts'
import { type AssistantOptions, createAssistant, type SessionAssistant } from './parts/agents/assistant.ts'
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
  readonly assistant: SessionAssistant
}

/** A line for each part. */
export const addSessionWork = (
  scope: Scope,
  at: GoalOptions & AssistantOptions & Pick<SchedulesAt, 'config' | 'desk'>,
): SessionWork => {
  const agents = scope.add(createAgents())
  const schedules = scope.add(createSchedules(at))
  const goal = scope.add(createGoal(at))
  const assistant = scope.add(createAssistant(at))
  return { ports: { agents: agents.port, schedules: schedules.port }, schedules, goal, assistant }
}
