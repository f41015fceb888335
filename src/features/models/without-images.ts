import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ApiMessage } from '../../protocol/model.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('without_images', {
  unseen: {
    en: '[image left out: this model cannot see images]',
    zh: '[图片已省略：此模型无法查看图片]',
  },
})

type Block = ApiMessage['content'][number]

/** What was sent once is sent again as the same object. */
const fitted = new WeakMap<ApiMessage, ApiMessage>()

/** The same messages for a model that cannot see: a sentence stands where a picture was. */
export const withoutImages = (
  messages: readonly ApiMessage[],
  language?: PromptLanguage,
): readonly ApiMessage[] =>
  messages.map(message => {
    const known = fitted.get(message)
    if (known) return known
    const fit = hasImage(message.content)
      ? ({ ...message, content: message.content.map(block => blind(block, language)) } as ApiMessage)
      : message
    fitted.set(message, fit)
    return fit
  })

const hasImage = (blocks: readonly Block[]): boolean =>
  blocks.some(
    block =>
      block.type === 'image' ||
      (block.type === 'tool_result' &&
        typeof block.content !== 'string' &&
        block.content.some(({ type }) => type === 'image')),
  )

const blind = (block: Block, language: PromptLanguage | undefined): Block => {
  const unseen = { type: 'text', text: forModel(says('unseen'), language) } as const
  if (block.type === 'image') return unseen
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block
  return { ...block, content: block.content.map(part => (part.type === 'image' ? unseen : part)) }
}
