import type { Advisor } from '../../protocol/agents/advisor.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import { withoutStop } from '../../protocol/messages/layout.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { ModelError } from '../../protocol/model.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { SessionState } from '../live/state.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Purse } from '../spending/part.ts'
import { askBeside, type Fork } from '../turn/ask-beside.ts'
import { settledView } from '../turn/settled-view.ts'

const says = modelTexts('asks_advisor', {
  advise: {
    en: 'You are now the advisor of the assistant whose conversation with a user this is. It has stopped to ask you before it goes on; you call no tool and change nothing yourself. Look at what the user really wants, at what was found out and at what was done, and tell the assistant what matters most from here: a mistake or an overlooked case, a wrong assumption, a simpler way, what to check before it claims to be done; or that it is on the right way. Name files, lines and commands where you can. Speak to the assistant, in at most 400 words, most important first.',
    zh: '你现在是助手的顾问；以上是这位助手与用户的对话。它在继续之前停下来征求你的意见；你不调用任何工具，也不作任何更改。看清用户真正想要什么、查明了什么、做了什么，告诉助手接下来最要紧的事：错误或遗漏的情况、不成立的假设、更简单的做法、宣布完成前该检查什么；或者告诉它方向正确。尽可能指出文件、行号和命令。直接对助手说，不超过 600 字，最重要的放在最前。',
  },
  before: {
    en: '{instruction}\n\nJust before it asked, it wrote:\n\n{words}',
    zh: '{instruction}\n\n它在提问前写道：\n\n{words}',
  },
  failed: {
    en: '{model} could not be asked ({reason}). Go on without its advice.',
    zh: '无法询问 {model}（{reason}）。请继续，不必等它的建议。',
  },
})

export interface Asking {
  readonly config: {
    readonly session: Pick<SessionHandle, 'view'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<SessionState, 'advisor'>
  readonly session: { readonly purse: Pick<Purse, 'refused' | 'save'> }
  readonly fork: Fork
}

/** Shows the conversation of a thread to the second model. Undefined: there is none now. */
export const askAdvisor = async (
  { config, live, session, fork }: Asking,
  signal: AbortSignal,
): ReturnType<Advisor['ask']> => {
  const { advisor: model } = live
  if (model === undefined) return undefined
  const refused = await session.purse.refused(model)
  if (refused !== undefined) throw new ToolError(refused)
  const view = config.session.view()
  const settled = settledView(view)
  const words = wordsOf(view.slice(settled.length))
  const asks = says('advise')
  const said = words === '' ? asks : says('before', { instruction: asks, words })
  const instruction = forModel(said, config.prompt.promptLanguage)
  try {
    const advice = await askBeside(fork, settled, { source: 'advisor', model, instruction, signal })
    await session.purse.save()
    return { model, advice: advice.trim() }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new ToolError(says('failed', { model, reason: withoutStop(error.localized) }))
  }
}

/** Of the reply that asks: the rest of it waits for the answer. */
const wordsOf = (open: readonly Message[]): string =>
  open
    .flatMap(message => (message.type === 'assistant' ? [plainText(message.message.content)] : []))
    .join('\n')
    .trim()
