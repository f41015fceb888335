import { type Tool, type ToolCall, ToolError } from '../../protocol/tool.ts'

/** Why a call would fail whatever is answered; undefined: nothing is known to be wrong. */
export type CheckCall = (input: unknown) => Promise<string | undefined>

export const checkOf =
  (tool: Tool, call: () => ToolCall): CheckCall =>
  async input => {
    try {
      await tool.check?.(input, call())
      return undefined
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return error.message
    }
  }
