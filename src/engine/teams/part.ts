import { refuseMember, teamFor } from '../../agents/team/team-for.ts'
import type { TeamMembership, TeamWork } from '../../protocol/agents/team-work.ts'
import type { LedTeam } from './led-team.ts'
import type { LedTeamOptions, TeamsPart } from './part-options.ts'

/** The team that a session leads. What that is made of is loaded with the first use: few sessions lead one. */
export const createTeams = (options: Omit<LedTeamOptions, 'approvesPlans'>): TeamsPart => {
  const { config } = options
  const approvesPlans = config.teams?.plansToLeader === true || !config.permissions.canAsk
  let loaded: LedTeam | undefined
  let loading: Promise<LedTeam> | undefined
  const load = async (): Promise<LedTeam> => {
    const { LedTeam } = await import('./led-team.ts')
    loaded = new LedTeam({ ...options, approvesPlans })
    return loaded
  }
  const led = (): Promise<LedTeam> => (loading ??= load())
  const approvePlan = (member: TeamMembership | undefined): TeamWork['approvePlan'] => {
    if (!member) return undefined
    if (options.approvePlan) return options.approvePlan
    if (!approvesPlans || member.plans === undefined) return undefined
    return async (plan, signal) =>
      (await (await led()).portOf(member).approvePlan?.(plan, signal)) ?? { approve: false }
  }
  return {
    host: {
      teamFor: request => (loaded ? loaded.host.teamFor(request) : teamFor(request, undefined)),
      join: async member => (await led()).host.join(member),
      leave: async member => (await led()).host.leave(member),
      membership(member) {
        // Whoever is a member has joined.
        if (!loaded) throw new Error(`${member.name} has joined no team of this session`)
        return loaded.host.membership(member)
      },
      isAway: () => loaded?.host.isAway() ?? false,
      startAway: async (plan, prompt) => (await led()).host.startAway(plan, prompt),
      elsewhere: () => loaded?.host.elsewhere() ?? [],
      tell: async (id, text) => (await loaded?.host.tell(id, text)) ?? false,
      stop: async id => (await loaded?.host.stop(id)) ?? false,
    },
    portOf: member => {
      const approve = approvePlan(member)
      return {
        create: async wanted => (member ? refuseMember() : (await led()).portOf().create(wanted)),
        remove: async () => (member ? refuseMember() : (await led()).portOf().remove()),
        reaches: async to => (loaded && !member ? await loaded.portOf().reaches(to) : member !== undefined),
        // Without a team there is nobody to write to.
        send: async message => (member || loaded ? (await led()).portOf(member).send(message) : undefined),
        ...(approve ? { approvePlan: approve } : {}),
        ...(config.teams?.asksBeyond ? { asksBeyond: true } : {}),
      }
    },
    async restarted(messages, why) {
      if (why === 'resume' && config.teams?.on && messages.length > 0)
        await (await led()).restarted(messages, why)
    },
    answers: { teamAtWork: async () => (await loaded?.atWork()) ?? [] },
    async [Symbol.asyncDispose]() {
      await (await loading)?.[Symbol.asyncDispose]()
    },
  }
}
