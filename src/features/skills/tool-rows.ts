import { presentInput } from '../../protocol/messages/presentation.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'
import { DISCOVER_TOOL } from './discover-spec.ts'
import { SKILL_TOOL } from './skill-spec.ts'

/** Tools that a session has only where there are skills. */
export const skillRows = {
  [SKILL_TOOL]: {
    load: async () => (await import('./skill-tool.ts')).skillTool as Tool,
    present: () => import('./present-skill.ts'),
  },
  [DISCOVER_TOOL]: {
    load: async () => (await import('./discover-tool.ts')).discoverTool as Tool,
    present: async () => ({ present: presentInput }),
  },
} as const satisfies Readonly<Record<string, ToolRow>>
