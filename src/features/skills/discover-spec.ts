import type { ToolSpec } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'

export const DISCOVER_TOOL = 'DiscoverSkills'

export const DISCOVER_DESCRIPTION = {
  en: 'Finds skills by words: those you can call with Skill, and plugins of the user’s marketplaces that are not installed. It installs nothing; tell the user how when one would help.',
  zh: '按词查找技能：可用 Skill 调用的，以及用户的插件市场中尚未安装的插件。它不安装任何东西；若有用，告诉用户如何安装。',
}

/** Offered where not all skills are listed, or marketplaces hold more: elsewhere there is nothing to find. */
export const discoverSpec = (language?: PromptLanguage): ToolSpec => ({
  name: DISCOVER_TOOL,
  description: inPromptLanguage(DISCOVER_DESCRIPTION, language),
  input_schema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: inPromptLanguage(
          { en: 'Words for what the skill should do', zh: '描述技能用途的词' },
          language,
        ),
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  deferred: {
    hint: inPromptLanguage(
      { en: 'find skills by words, also ones that could be installed', zh: '按词查找技能，含可安装的' },
      language,
    ),
  },
  clearable: true,
})
