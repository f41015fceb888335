import type { Tool } from '../../../protocol/tool.ts'
import type { ToolRow } from '../../../protocol/tools/tool-row.ts'

export const BROWSER_TOOL = 'Browser'

/** A tool that a session has only where the browser is switched on. */
export const browserRows = {
  [BROWSER_TOOL]: {
    load: async () => (await import('./browser.ts')).browserTool as Tool,
    present: () => import('./present.ts'),
  },
} as const satisfies Readonly<Record<string, ToolRow>>
