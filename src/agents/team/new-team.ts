import type { AgentRequest } from '../../protocol/agents/agents.ts'
import { LEADER, type Team, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'

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

const MOST_NAMES = 50

/** Under this name, or with a number behind it where there is one of that name. */
export const createNamed = async (
  { teams }: Pick<TeamBackend, 'teams'>,
  wanted: string,
  make: (name: string) => Team,
): Promise<Team> => {
  for (let count = 1; ; count += 1) {
    const team = make(count === 1 ? wanted : `${wanted.slice(0, 60)}-${count}`)
    try {
      await teams.create(team)
      return team
    } catch (error) {
      if (!(error instanceof TeamError && error.kind === 'exists') || count >= MOST_NAMES) throw error
    }
  }
}

/** With where a member is shown. */
export const withPane =
  (name: string, pane: string) =>
  (team: Team): Team => ({
    ...team,
    members: team.members.map(each => (each.name === name ? { ...each, tmuxPaneId: pane } : each)),
  })

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
  const { prompt, model, cwd, mode } = request
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
    ...(mode === 'plan' ? { planModeRequired: true } : {}),
  }
  return { team: { ...team, members: [...others, member] }, color }
}

export const withoutMember =
  (name: string) =>
  (team: Team): Team => ({ ...team, members: team.members.filter(member => member.name !== name) })
