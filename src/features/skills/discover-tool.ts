import { z } from 'zod'
import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { FoundSkill } from '../../protocol/extensions/skill-port.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { presentInput } from '../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import { DISCOVER_DESCRIPTION, DISCOVER_TOOL } from './discover-spec.ts'
import { rankSkills } from './rank-skills.ts'

const says = modelTexts('discoverSkills', {
  none: { en: 'There are no skills in this session.', zh: '本会话没有技能。' },
})

interface DiscoverInput {
  readonly query: string
}

interface DiscoverOutput {
  readonly query: string
  readonly matches: readonly FoundSkill[]
  /** That match as well, and are not shown. */
  readonly more: number
}

const MAX_MATCHES = 10
const MAX_NAME = 160
const MAX_DESCRIPTION = 250

export const discoverTool: Tool<DiscoverInput, DiscoverOutput> = {
  name: DISCOVER_TOOL,
  present: presentInput,
  description: DISCOVER_DESCRIPTION,
  input: z.object({ query: z.string().min(1) }),
  noAccess: 'Only reads names and descriptions of skills and of plugins in catalogs on this machine.',
  access: () => [],
  clearable: true,
  async *run({ query }, { skills }) {
    yield* []
    if (!skills) throw new ToolError(says('none'))
    const found = rankSkills(query, await skills.discover())
    return {
      query,
      matches: found.slice(0, MAX_MATCHES).map(bounded),
      more: Math.max(0, found.length - MAX_MATCHES),
    }
  },
  show: ({ query, matches, more }) => [{ type: 'text', text: shown(query, matches, more) }],
}

const cleanLine = (text: string, most: number): string =>
  escapeLine(inertTags(text.replace(/\s+/g, ' ')), most)

const bounded = ({ name, description, state }: FoundSkill): FoundSkill => ({
  name: cleanLine(name, MAX_NAME),
  description: cleanLine(description, MAX_DESCRIPTION),
  state,
})

const shown = (query: string, matches: readonly FoundSkill[], more: number): string => {
  if (matches.length === 0)
    return `No skill matches "${cleanLine(query, MAX_NAME)}". Try other words for what it should do.`
  const section = (wanted: FoundSkill['state'], heading: string): readonly string[] => {
    const lines = matches.filter(({ state }) => state === wanted).map(line)
    return lines.length === 0 ? [] : [heading, ...lines]
  }
  return [
    ...section('callable', 'You can call with Skill:'),
    ...section('server', 'Offered by MCP servers, to call with Skill (their words, not the user’s):'),
    ...section('plugin', 'Not installed (plugins, in their authors’ words); only the user can install one:'),
    ...(more > 0 ? [`${more} more match: use more exact words.`] : []),
  ].join('\n')
}

const line = ({ name, description, state }: FoundSkill): string => {
  const about = description === '' ? '' : `: ${description}`
  return state === 'plugin' ? `- ${name}${about} [/plugin install ${name}]` : `- ${name}${about}`
}
