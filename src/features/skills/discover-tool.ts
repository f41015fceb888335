import * as z from 'zod'
import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { FoundSkill } from '../../protocol/extensions/skill-port.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { presentInput } from '../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import { DISCOVER_DESCRIPTION, DISCOVER_TOOL } from './discover-spec.ts'
import { rankSkills } from './rank-skills.ts'

const says = modelTexts('discoverSkills', {
  noMatch: {
    en: 'No skill matches "{query}". Try other words for what it should do.',
    zh: '没有技能匹配“{query}”。请换别的词描述它的用途。',
  },
  callable: { en: 'You can call with Skill:', zh: '可用 Skill 调用：' },
  fromServers: {
    en: 'Offered by MCP servers, to call with Skill (their words, not the user’s):',
    zh: '由 MCP 服务器提供，可用 Skill 调用（是它们的话，不是用户的）：',
  },
  plugins: {
    en: 'Not installed (plugins, in their authors’ words); only the user can install one:',
    zh: '未安装（插件，作者的描述）；只有用户能安装：',
  },
  more: {
    en: '{more:number} more match: use more exact words.',
    zh: '另有 {more:number} 个匹配：请用更准确的词。',
  },
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
  show: ({ query, matches, more }, language) => [
    { type: 'text', text: forModel(lines(shown(query, matches, more)), language) },
  ],
}

const cleanLine = (text: string, most: number): string =>
  escapeLine(inertTags(text.replace(/\s+/g, ' ')), most)

const bounded = ({ name, description, state }: FoundSkill): FoundSkill => ({
  name: cleanLine(name, MAX_NAME),
  description: cleanLine(description, MAX_DESCRIPTION),
  state,
})

const shown = (query: string, matches: readonly FoundSkill[], more: number): readonly Text[] => {
  if (matches.length === 0) return [says('noMatch', { query: cleanLine(query, MAX_NAME) })]
  const section = (wanted: FoundSkill['state'], heading: LocalizedText): readonly Text[] => {
    const found = matches.filter(({ state }) => state === wanted).map(line)
    return found.length === 0 ? [] : [heading, ...found]
  }
  return [
    ...section('callable', says('callable')),
    ...section('server', says('fromServers')),
    ...section('plugin', says('plugins')),
    ...(more > 0 ? [says('more', { more })] : []),
  ]
}

const line = ({ name, description, state }: FoundSkill): string => {
  const about = description === '' ? '' : `: ${description}`
  return state === 'plugin' ? `- ${name}${about} [/plugin install ${name}]` : `- ${name}${about}`
}
