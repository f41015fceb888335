import type { Tool } from '../../../protocol/tool.ts'
import type { ToolRow } from '../../../protocol/tools/tool-row.ts'

export const COMPUTER_TOOL = 'Computer'

/** A tool that a session has only where the desktop is switched on. */
export const computerRows = {
  [COMPUTER_TOOL]: {
    load: async () => (await import('./computer.ts')).computerTool as Tool,
    present: () => import('./present.ts'),
  },
} as const satisfies Readonly<Record<string, ToolRow>>
