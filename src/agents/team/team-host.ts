import type { AgentInfo, AgentRequest } from '../../protocol/agents/agents.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { OpenWorktree } from '../../protocol/agents/worktrees.ts'
import type { Membership } from '../agent-run.ts'
import type { AgentPlan } from '../plan-agent.ts'

/** Somebody new in a team. */
export interface Joined extends TeamMembership {
  readonly color: string
  readonly leader: string
  /** What the team is for. */
  readonly description?: string
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
  /** Those in processes of their own. */
  elsewhere(): readonly AgentInfo[]
  /** To one of those, by its id; false: that is none. */
  tell(id: string, text: string): Promise<boolean>
  stop(id: string): Promise<boolean>
  /** New members work in processes of their own. */
  isAway(): boolean
  /** What the worktree of the plan holds is looked after when the member has ended. */
  startAway(plan: AgentPlan & { readonly worktree?: OpenWorktree }, briefing: string): Promise<AgentInfo>
}

/** One that was a member of the team that is led again is one again; undefined: that team is over for it. */
export const rejoin = async (
  team: TeamHost | undefined,
  { request, ...who }: Parameters<TeamHost['join']>[0],
): Promise<Joined | undefined> => {
  const { team: wanted, ...bare } = request
  if (!team || wanted === undefined || team.teamFor(bare) !== wanted) return undefined
  return await team.join({ ...who, request })
}
