import type { ToolSpec } from '../../protocol/tool.ts'

export const DISCOVER_TOOL = 'DiscoverSkills'

/** Offered where not all skills are listed, or marketplaces hold more: elsewhere there is nothing to find. */
export const DISCOVER_SPEC: ToolSpec = {
  name: DISCOVER_TOOL,
  description:
    'Finds skills by words: those you can call with Skill, and plugins of the user’s marketplaces that are not installed. It installs nothing; tell the user how when one would help.',
  input_schema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'Words for what the skill should do' } },
    required: ['query'],
    additionalProperties: false,
  },
  deferred: { hint: 'find skills by words, also ones that could be installed' },
  clearable: true,
}
