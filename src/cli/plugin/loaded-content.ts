import { readAgents } from '../../features/agents/read-agents.ts'
import type { Plugin } from '../../features/plugins/format/read-plugin.ts'
import { readSkills } from '../../features/skills/read-skills.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'

/** What sessions read of a plugin's skills, commands and agents, by what reads them there. */
export const loadContent = async ({
  name,
  root,
  skills,
  commands,
  agents,
}: Plugin): Promise<readonly Contribution[]> => {
  const places = [{ source: { level: 'plugin', name }, root, skills, commands, agents } as const]
  const heads = createMarkdownHeads(undefined)
  const found = [await readSkills(places, heads), await readAgents(places, heads)]
  return found.flatMap(({ contributions }) => contributions)
}

/** All that a plugin brings, each by the name it has in a session. */
export const contentOf = async (plugin: Plugin): Promise<readonly string[]> => {
  const { name } = plugin
  const loaded = await loadContent(plugin)
  return [
    ...loaded.flatMap(({ skills = [] }) =>
      skills.map(skill => `${skill.kind} /${name}:${skill.name}  ${skill.description}`),
    ),
    ...loaded.flatMap(({ agents = [] }) =>
      agents.map(agent => `agent ${name}:${agent.name}  ${agent.description}`),
    ),
    ...Object.entries(plugin.hooks).map(([event, groups]) => `hook ${event} (${groups.length})`),
    ...[...Object.keys(plugin.servers), ...plugin.bundles.map(({ manifest }) => manifest.name)].map(
      server => `MCP server plugin:${name}:${server}`,
    ),
    ...Object.keys(plugin.languageServers).map(server => `language server ${server}`),
    ...plugin.monitors.map(monitor => `monitor ${monitor.name}  ${monitor.description}`),
    ...(plugin.workflows.length > 0 ? ['workflows'] : []),
    ...(plugin.themes.length > 0 ? ['themes'] : []),
    ...(plugin.styles.length > 0 ? ['output styles'] : []),
  ]
}
