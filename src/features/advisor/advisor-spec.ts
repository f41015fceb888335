import type { ToolSpec } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { ADVISOR_TOOL } from './tool-name.ts'

export const ADVISOR_DESCRIPTION = {
  en: 'Asks a second model for advice. It is shown this whole conversation as it stands, so there is nothing to pass on; what you write before the call is shown too: say there what you want to know. Worth it before settling on an approach for larger work, when the same error keeps coming back, and before calling larger work done; not for small steps, for every call costs a reading of the conversation. Weigh the advice against what you have seen yourself.',
  zh: '向另一个模型征求建议。它会看到到目前为止的整段对话，无需转述；你在调用前写的话它也会看到：在那里说明想知道什么。适合在确定较大工作的方案之前、同一错误反复出现时、以及宣布较大工作完成之前使用；小步骤不必使用，每次调用都要重读整段对话。请结合你亲眼所见来权衡建议。',
}

/** `late`: others were sent before it, so that its definition may not join them. */
export const advisorSpec = (how: {
  readonly language: PromptLanguage | undefined
  readonly late: boolean
}): ToolSpec => ({
  name: ADVISOR_TOOL,
  description: inPromptLanguage(ADVISOR_DESCRIPTION, how.language),
  input_schema: { type: 'object', properties: {}, additionalProperties: false },
  ...(how.late
    ? {
        deferred: {
          hint: inPromptLanguage({ en: 'advice of a second model', zh: '另一个模型的建议' }, how.language),
        },
      }
    : {}),
})
