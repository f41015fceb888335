import type { Message } from '../../protocol/message.ts'
import { conversationAnswer } from '../../protocol/messages/commands/conversation.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { ModelError } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { Purse } from '../spending/part.ts'
import { askBeside, type Fork } from '../turn/ask-beside.ts'
import { settledView } from '../turn/settled-view.ts'

const says = modelTexts('asked_beside', {
  beside: {
    en: 'The person asks something beside the work, and it will not be part of the conversation: answer it from what you know of the conversation so far, briefly, in their language, without calling any tool. Then the work goes on as if it had not been asked.\n\nTheir question: {question}',
    zh: '用户顺便问一个问题，它不会成为对话的一部分：根据你目前对这场对话的了解简短回答，使用用户的语言，不调用任何工具。之后工作照常继续，就像没有问过一样。\n\n用户的问题：{question}',
  },
})

/** Answers a person's question from the conversation without joining it. Throws OpError with words. */
export const askBesideFor = async (
  at: {
    readonly fork: Fork
    readonly purse: Pick<Purse, 'refused' | 'save'>
    readonly view: readonly Message[]
    readonly model: string
  },
  question: string,
  signal: AbortSignal,
): Promise<LocalizedText> => {
  const { fork, purse, view, model } = at
  const refused = await purse.refused(model)
  if (refused !== undefined) throw new OpError(refused)
  try {
    const instruction = forModel(says('beside', { question }), fork.config.prompt.promptLanguage)
    const ask = { source: 'btw', model, instruction, signal }
    const answer = await askBeside(fork, settledView(view), ask)
    await purse.save()
    return answer.trim() === '' ? conversationAnswer('model_silent') : verbatim(answer.trim())
  } catch (error) {
    if (error instanceof ModelError)
      throw new OpError(conversationAnswer('no_answer', { why: error.localized }))
    throw error
  }
}
