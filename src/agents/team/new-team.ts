import type { AgentRequest } from '../../protocol/agents/agents.ts'
import type { Team } from '../../protocol/agents/team.ts'
import { ToolError } from '../../protocol/tool.ts'
import { LEADER } from './leader-inbox.ts'

const COLORS = ['blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan', 'red'] as const

interface NewTeam {
  readonly name: string
  readonly description: string | undefined
  /** Of whoever leads it. */
  readonly sessionId: string
  readonly now: number
}

/** A team of its leader alone. */
export const newTeam = ({ name, description, sessionId, now }: NewTeam): Team => {
  const leadAgentId = `${LEADER}@${name}`
  return {
    name,
    ...(description === undefined ? {} : { description }),
    createdAt: now,
    leadAgentId,
    leadSessionId: sessionId,
    members: [{ agentId: leadAgentId, name: LEADER, joinedAt: now, sessionId }],
  }
}

interface NewMember {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly request: AgentRequest
  readonly now: number
}

/** With one more; whoever had the name before is gone. */
export const withMember = (
  team: Team,
  { id, name, type, request, now }: NewMember,
): { readonly team: Team; readonly color: string } => {
  const { prompt, model, cwd } = request
  const others = team.members.filter(member => member.name !== name)
  const color = COLORS[(others.length - 1) % COLORS.length] ?? COLORS[0]
  const member = {
    agentId: id,
    name,
    agentType: type,
    color,
    prompt,
    joinedAt: now,
    ...(model === undefined ? {} : { model }),
    ...(cwd === undefined ? {} : { cwd }),
  }
  return { team: { ...team, members: [...others, member] }, color }
}

export const refuseMember = (): Promise<never> =>
  Promise.reject(new ToolError('Only the leader of a team makes or deletes one.'))
