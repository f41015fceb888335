import * as z from 'zod'
import { textField } from '../../lib/values/read-field.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Present } from '../../protocol/messages/presentation.ts'
import { toolsText } from '../../protocol/messages/tools.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import { ADVISOR_DESCRIPTION } from './advisor-spec.ts'
import { ADVISOR_TOOL } from './tool-name.ts'

const says = modelTexts('advisor', {
  off: {
    en: 'The user has switched the advisor off. Go on without it.',
    zh: '用户已关闭顾问。请继续，不再使用它。',
  },
  silent: { en: '{model} had nothing to say.', zh: '{model} 没有给出建议。' },
  advice: { en: 'Advice of {model}:\n\n{advice}', zh: '{model} 的建议：\n\n{advice}' },
})

interface AdvisorOutput {
  readonly model: string
  readonly advice: string
}

export const present: Present = (_, output) => {
  const model = textField(output, 'model')
  return {
    kind: 'think',
    name: toolsText('advisor'),
    subject: { type: 'text', text: model ?? '' },
    title: [toolsText('asks_advisor'), ...(model === undefined ? [] : [model])],
  }
}

export const advisorTool: Tool<object, AdvisorOutput> = {
  name: ADVISOR_TOOL,
  present,
  description: ADVISOR_DESCRIPTION,
  input: z.object({}),
  noAccess: 'Shows the conversation to the model that the person chose as the advisor, and to nobody else.',
  access: () => [],
  async *run(_, { advisor, signal }) {
    yield* []
    const asked = await advisor?.ask(signal)
    if (asked === undefined) throw new ToolError(says('off'))
    return asked
  },
  show: ({ model, advice }, language) => [
    {
      type: 'text',
      text: forModel(advice === '' ? says('silent', { model }) : says('advice', { model, advice }), language),
    },
  ],
}
