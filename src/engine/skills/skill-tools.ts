import { discoverSpec } from '../../features/skills/discover-spec.ts'
import { skillSpec } from '../../features/skills/skill-spec.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** The tools by which the model calls skills, and looks for more than are listed. */
export const skillTools = ({
  searchable,
  language,
}: {
  readonly searchable: boolean
  /** Of the prompt. */
  readonly language: PromptLanguage | undefined
}): Contribution => ({
  source: { level: 'built-in' },
  tools: [
    {
      spec: skillSpec(language),
      load: async () => (await import('../../features/skills/skill-tool.ts')).skillTool as Tool,
    },
    ...(searchable
      ? [
          {
            spec: discoverSpec(language),
            load: async () => (await import('../../features/skills/discover-tool.ts')).discoverTool as Tool,
          },
        ]
      : []),
  ],
})
