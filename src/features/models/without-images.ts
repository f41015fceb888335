import type { ApiMessage } from '../../protocol/model.ts'

type Block = ApiMessage['content'][number]

const UNSEEN = { type: 'text', text: '[image left out: this model cannot see images]' } as const

/** What was sent once is sent again as the same object. */
const fitted = new WeakMap<ApiMessage, ApiMessage>()

/** The same messages for a model that cannot see: a sentence stands where a picture was. */
export const withoutImages = (messages: readonly ApiMessage[]): readonly ApiMessage[] =>
  messages.map(message => {
    const known = fitted.get(message)
    if (known) return known
    const fit = hasImage(message.content)
      ? ({ ...message, content: message.content.map(blind) } as ApiMessage)
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

const blind = (block: Block): Block => {
  if (block.type === 'image') return UNSEEN
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block
  return { ...block, content: block.content.map(part => (part.type === 'image' ? UNSEEN : part)) }
}
