import { DISCOVER_SPEC } from '../../features/skills/discover-spec.ts'
import { SKILL_SPEC } from '../../features/skills/skill-spec.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { Tool } from '../../protocol/tool.ts'

/** The tools by which the model calls skills, and looks for more than are listed. */
export const skillTools = ({ searchable }: { readonly searchable: boolean }): Contribution => ({
  source: { level: 'built-in' },
  tools: [
    {
      spec: SKILL_SPEC,
      load: async () => (await import('../../features/skills/skill-tool.ts')).skillTool as Tool,
    },
    ...(searchable
      ? [
          {
            spec: DISCOVER_SPEC,
            load: async () => (await import('../../features/skills/discover-tool.ts')).discoverTool as Tool,
          },
        ]
      : []),
  ],
})
