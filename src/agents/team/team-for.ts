import type { AgentRequest } from '../../protocol/agents/agents.ts'
import { toName } from '../../protocol/agents/team.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('team_for', {
  leaderOnly: {
    en: 'Only the leader of a team makes or deletes one, and approves plans.',
    zh: '只有团队的领导者才能创建或删除团队、批准计划。',
  },
  noTeam: {
    en: 'There is no team {team}. Make it with TeamCreate first, or leave out team_name.',
    zh: '没有团队 {team}。请先用 TeamCreate 创建，或去掉 team_name。',
  },
  otherTeam: {
    en: 'This session leads the team {leads}, not {team}.',
    zh: '此会话领导的是团队 {leads}，不是 {team}。',
  },
  nameless: {
    en: 'A member of a team needs a name: give it one, unlike all others.',
    zh: '团队成员需要名称：请起一个不与其他成员重复的名称。',
  },
})

export const refuseMember = (): Promise<never> => Promise.reject(new ToolError(says('leaderOnly')))

/** With a name, whoever is asked for while the session leads a team joins it. */
export const teamFor = (
  { team, name }: Pick<AgentRequest, 'team' | 'name'>,
  leads: string | undefined,
): string | undefined => {
  if (team !== undefined && toName(team) !== leads)
    throw new ToolError(leads === undefined ? says('noTeam', { team }) : says('otherTeam', { leads, team }))
  if (team !== undefined && name === undefined) throw new ToolError(says('nameless'))
  return name === undefined ? undefined : leads
}
