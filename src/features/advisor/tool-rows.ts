import type { Tool } from '../../protocol/tool.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'
import { ADVISOR_TOOL } from './tool-name.ts'

/** A tool that a session has only where there is an advisor. */
export const advisorRows = {
  [ADVISOR_TOOL]: {
    load: async () => (await import('./advisor-tool.ts')).advisorTool as Tool,
    present: () => import('./advisor-tool.ts'),
  },
} as const satisfies Readonly<Record<string, ToolRow>>
