import { type Tool, ToolError } from '../../../protocol/tool.ts'
import type { askUserQuestionTool } from './ask-user-question.ts'

/** What is more than one element to look at: it would act on the page it is put into. */
const ACTIVE = [
  /<\s*\/?\s*(?:!doctype|html|head|body|script|style|link|meta|base|iframe|frame|object|embed|form)\b/i,
  /<[a-z][^>]*[\s/"']on[a-z]+\s*=/i,
  /<[a-z][^>]*=\s*["']?\s*(?:javascript|vbscript|data\s*:\s*text)\s*:?/i,
] as const

/** The same tool where previews are drawn as HTML: one that is more than a fragment reaches nobody. */
export const withHtmlPreviews = (tool: typeof askUserQuestionTool): Tool =>
  ({
    ...tool,
    async prepare(input) {
      for (const { question, options } of input.questions)
        for (const { label, preview = '' } of options) {
          const found = ACTIVE.map(pattern => pattern.exec(preview)?.[0]).find(text => text !== undefined)
          if (found !== undefined)
            throw new ToolError(
              `The preview of ${JSON.stringify(label)} (${question}) holds ${JSON.stringify(found.slice(0, 40))}. A preview is one HTML element with inline styles: no scripts, handlers, style sheets, frames, forms or document around it. Nobody was asked; send the call again without that.`,
            )
        }
      return input
    },
  }) satisfies typeof askUserQuestionTool as Tool
