import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Hooks } from '../hooks/part.ts'

/** Why a member that would rest has to go on, by a hook that blocks; undefined: it may rest. */
export const whyGoOn = async (
  hooks: Pick<Hooks, 'fire' | 'isSet'>,
  { team, name }: TeamMembership,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (!hooks.isSet('TeammateIdle')) return undefined
  const fields = { teammate_name: name, team_name: team }
  const { permission, reason } = await hooks.fire('TeammateIdle', fields, signal)
  if (permission !== 'deny') return undefined
  return reason === undefined ? 'Go on: you are not done yet.' : inEnglish(reason)
}
