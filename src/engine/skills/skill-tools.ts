import { DISCOVER_TOOL, discoverSpec } from '../../features/skills/discover-spec.ts'
import { SKILL_TOOL, skillSpec } from '../../features/skills/skill-spec.ts'
import { skillRows } from '../../features/skills/tool-rows.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
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
      load: skillRows[SKILL_TOOL].load,
    },
    ...(searchable
      ? [
          {
            spec: discoverSpec(language),
            load: skillRows[DISCOVER_TOOL].load,
          },
        ]
      : []),
  ],
})
