import { readAgents } from '../../features/agents/read-agents.ts'
import type { Plugin } from '../../features/plugins/format/read-plugin.ts'
import { readSkills } from '../../features/skills/read-skills.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import { partText } from '../../protocol/messages/host/plugin-parts.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

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
export const contentOf = async (plugin: Plugin): Promise<readonly LocalizedText[]> => {
  const { name } = plugin
  const loaded = await loadContent(plugin)
  return [
    ...loaded.flatMap(({ skills = [] }) =>
      skills.map(skill =>
        partText(skill.kind === 'command' ? 'command_named' : 'skill_named', {
          name: `/${name}:${skill.name}`,
          about: skill.description,
        }),
      ),
    ),
    ...loaded.flatMap(({ agents = [] }) =>
      agents.map(agent =>
        partText('agent_named', { name: `${name}:${agent.name}`, about: agent.description }),
      ),
    ),
    ...Object.entries(plugin.hooks).map(([event, groups]) =>
      partText('hook_count', { name: event, count: groups.length }),
    ),
    ...[...Object.keys(plugin.servers), ...plugin.bundles.map(({ manifest }) => manifest.name)].map(server =>
      partText('server', { name: `plugin:${name}:${server}` }),
    ),
    ...Object.keys(plugin.languageServers).map(server => partText('language_server', { name: server })),
    ...plugin.monitors.map(monitor =>
      partText('monitor_named', { name: monitor.name, about: monitor.description }),
    ),
    ...(plugin.workflows.length > 0 ? [partText('workflows')] : []),
    ...(plugin.themes.length > 0 ? [partText('themes')] : []),
    ...(plugin.styles.length > 0 ? [partText('styles')] : []),
  ]
}
