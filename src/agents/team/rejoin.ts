import type { Joined, TeamHost } from './team-host.ts'

/** One that was a member of the team that is led again is one again; undefined: that team is over for it. */
export const rejoin = async (
  team: TeamHost | undefined,
  { request, ...who }: Parameters<TeamHost['join']>[0],
): Promise<Joined | undefined> => {
  const { team: wanted, ...bare } = request
  if (!team || wanted === undefined || team.teamFor(bare) !== wanted) return undefined
  return await team.join({ ...who, request })
}
