import type { AgentRequest } from '../../protocol/agents/agents.ts'
import { toName } from '../../protocol/agents/team.ts'
import { ToolError } from '../../protocol/tool.ts'

export const refuseMember = (): Promise<never> =>
  Promise.reject(new ToolError('Only the leader of a team makes or deletes one, and approves plans.'))

/** With a name, whoever is asked for while the session leads a team joins it. */
export const teamFor = (
  { team, name }: Pick<AgentRequest, 'team' | 'name'>,
  leads: string | undefined,
): string | undefined => {
  if (team !== undefined && toName(team) !== leads)
    throw new ToolError(
      leads === undefined
        ? `There is no team ${team}. Make it with TeamCreate first, or leave out team_name.`
        : `This session leads the team ${leads}, not ${team}.`,
    )
  if (team !== undefined && name === undefined)
    throw new ToolError('A member of a team needs a name: give it one, unlike all others.')
  return name === undefined ? undefined : leads
}
