import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { CustomizationPart } from '../../protocol/settings.ts'

/** Levels that an administrator can keep something from: the person, their projects and the command line. */
const OTHERS: readonly string[] = ['user', 'project', 'local', 'flag']

/** What is left of a contribution where some parts come only from plugins and the administrator. */
export const lockContribution = (
  contribution: Contribution,
  locked: readonly CustomizationPart[] = [],
): Contribution => {
  if (locked.length === 0 || !OTHERS.includes(contribution.source.level)) return contribution
  const is = (part: CustomizationPart): boolean => locked.includes(part)
  const { skills, commands, agents, servers, hooks, ...rest } = contribution
  return {
    ...rest,
    ...(skills && !is('skills') ? { skills: skills.map(skill => withoutHooks(skill, is('hooks'))) } : {}),
    ...(commands && !is('skills') ? { commands } : {}),
    ...(agents && !is('agents')
      ? { agents: agents.map(agent => withoutServers(withoutHooks(agent, is('hooks')), is('mcp'))) }
      : {}),
    // A program that drives this one serves its own from within: nothing is configured for those.
    ...(servers ? { servers: servers.filter(({ config }) => config.type === 'sdk' || !is('mcp')) } : {}),
    ...(hooks && !is('hooks') ? { hooks } : {}),
  }
}

const withoutHooks = <T extends { readonly hooks?: unknown }>(one: T, locked: boolean): T => {
  if (!locked || one.hooks === undefined) return one
  const { hooks: _, ...rest } = one
  return rest as T
}

const withoutServers = <T extends { readonly servers?: unknown }>(one: T, locked: boolean): T => {
  if (!locked || one.servers === undefined) return one
  const { servers: _, ...rest } = one
  return rest as T
}
