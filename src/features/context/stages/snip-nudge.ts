import type { AttachmentMessage, Message } from '../../../protocol/message.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Stage } from '../../../protocol/stage.ts'

const says = modelTexts('snip_nudge', {
  nudge: {
    en: 'The conversation is about {tokens:number} tokens long. If results of earlier calls are no longer needed, Snip leaves them out; otherwise take no notice.',
    zh: '对话长约 {tokens:number} 个 token。如果先前调用的结果不再需要，可用 Snip 去掉；否则不必理会。',
  },
})

const KIND = 'snip_nudge'
/** The context has to grow by so much before it is said again. */
const GROWTH = 10_000

/** Reminds the model, as the context grows, that it may leave out what it does not need. Only adds at the end. */
export const createSnipNudge = (tool: { available(): boolean }): Stage => ({
  name: 'snip-nudge',
  cost: 'free',
  keepsPrefix: true,
  due: (view, env) => env.trigger === 'auto' && env.tokens - lastSize(view) >= GROWTH && tool.available(),
  async run(view, env) {
    const nudge: AttachmentMessage = {
      type: 'attachment',
      uuid: env.newMessageId(),
      timestamp: env.now().toISOString(),
      attachment: {
        kind: KIND,
        tokens: env.tokens,
        text: forModel(says('nudge', { tokens: env.tokens }), env.language),
      },
    }
    return { view: [...view, nudge], added: [nudge] }
  },
})

/** How large the conversation was when this was said last. */
const lastSize = (view: readonly Message[]): number => {
  const last = view.findLast(message => message.type === 'attachment' && message.attachment.kind === KIND)
  const tokens = last?.type === 'attachment' ? last.attachment['tokens'] : 0
  return typeof tokens === 'number' ? tokens : 0
}
