import { listSkills } from '../features/skills/listing.ts'
import { agentLimits } from './agents/agent-listing.ts'
import type { SentLines } from './extensions/report-extensions.ts'
import type { Session } from './session-parts.ts'
import { listAllSkills, listingLimits } from './skills/skill-listing.ts'

/** What a first request would say of skills, agents and servers that others brought: with the limits it has, and no more. */
export const sentLines = (
  { config, skills, mcp, contributions }: Pick<Session, 'config' | 'skills' | 'mcp' | 'contributions'>,
  window: number,
): SentLines => {
  const known = skills.forModel()
  const agents = contributions.all().agents.filter(({ source }) => source.level !== 'built-in')
  const { specs, toolsIn } = config.tools
  const running = toolsIn?.('scripts') ?? []
  const tools = specs.some(({ name }) => running.includes(name)) ? contributions.all().tools : []
  const inScripts = new Set(
    tools.filter(({ spec }) => spec.deferred?.inScripts).map(({ spec: { name } }) => name),
  )
  const list = agents.map(({ name, description }) => ({ name, description, rank: 0 }))
  return {
    skills: linesByName(
      listAllSkills(known, { ...listingLimits(window, config.skills), spent: 0 }).text,
      known,
    ),
    agents: linesByName(listSkills(list, agentLimits(window)), list),
    servers: new Map(
      [...mcp.lines(name => !inScripts.has(name)), ...mcp.inScripts(name => inScripts.has(name))].map(
        ({ server, text }) => [server, text],
      ),
    ),
    inScripts,
  }
}

/** A line begins with a name; a description may go on below it. */
const linesByName = (
  text: string,
  listed: readonly { readonly name: string }[],
): ReadonlyMap<string, string> => {
  const names = new Set(listed.map(({ name }) => name))
  const found = new Map<string, string>()
  let current: string | undefined
  for (const line of text.split('\n')) {
    const said = /^- (.+)$/.exec(line)?.[1] ?? ''
    current = [said, said.slice(0, Math.max(0, said.indexOf(': ')))].find(name => names.has(name)) ?? current
    if (current !== undefined) found.set(current, `${found.get(current) ?? ''}${line}\n`)
  }
  return found
}
