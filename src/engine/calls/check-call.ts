import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { ResolvedPaths } from '../../protocol/permission.ts'
import { type Tool, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** Why a call would fail whatever is answered; undefined: nothing is known to be wrong. It looks where it may look. */
export type CheckCall = (input: unknown, places: ResolvedPaths) => Promise<string | undefined>

export const checkOf =
  (tool: Tool, call: (places: ResolvedPaths) => ToolCall, language?: PromptLanguage): CheckCall =>
  async (input, places) => {
    try {
      await tool.check?.(input, call(places))
      return undefined
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return await textForModel(error.localized, language)
    }
  }
