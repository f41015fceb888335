import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import type { askUserQuestionTool } from './ask-user-question.ts'

const says = modelTexts('html_previews', {
  refused: {
    en: 'The preview of {label} ({question}) holds {found}. A preview is one HTML element with inline styles: no scripts, handlers, style sheets, frames, forms or document around it. Nobody was asked; send the call again without that.',
    zh: '{label}（{question}）的预览含有 {found}。预览是一个带内联样式的 HTML 元素：不含脚本、事件处理、样式表、框架、表单，也不带外层文档。没有询问任何人；请去掉它再次调用。',
  },
})

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
              says('refused', {
                label: JSON.stringify(label),
                question,
                found: JSON.stringify(found.slice(0, 40)),
              }),
            )
        }
      return input
    },
  }) satisfies typeof askUserQuestionTool as Tool
