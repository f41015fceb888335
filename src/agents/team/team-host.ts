import type { AgentInfo, AgentRequest } from '../../protocol/agents/agents.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Membership } from '../agent-run.ts'
import type { AgentPlan } from '../plan-agent.ts'

/** Somebody new in a team. */
export interface Joined extends TeamMembership {
  readonly color: string
  readonly leader: string
}

/** What the agents of a session know of its team. */
export interface TeamHost {
  /** The team that an agent joins which is asked for so; undefined: none. ToolError for one that is not there. */
  teamFor(request: AgentRequest): string | undefined
  /** ToolError where there is no room for it. */
  join(member: {
    readonly id: string
    readonly request: AgentRequest
    readonly type: string
  }): Promise<Joined>
  /** It could not begin. */
  leave(member: TeamMembership): Promise<void>
  /** What a member that works in this process does between its turns. */
  membership(member: TeamMembership): Membership
  /** Begins it in a process of its own; undefined: it works in this one. */
  readonly away?: ((plan: AgentPlan, briefing: string) => Promise<AgentInfo>) | undefined
}
