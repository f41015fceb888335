import type { Message } from '../../../protocol/message.ts'
import type { Item } from './item.ts'
import type { Transcript } from './ui-state.ts'

/** Of the lines that were shown when they were typed, before any message of them arrived. */
const TYPED = 'said:'

/**
 * What a command asks the model in the person's name, where the line that they typed says it already: that line stands
 * for the message. Undefined: the message is one of its own.
 */
export const withTypedLine = (transcript: Transcript, message: Message): Transcript | undefined => {
  if (message.type !== 'user' || message.isMeta) return undefined
  const { done, live } = transcript
  const part = live.some(isUser) ? 'live' : 'done'
  const items = transcript[part]
  const at = items.findLastIndex(isUser)
  const line = items[at]
  if (line?.kind !== 'user' || !line.id.startsWith(TYPED) || !saysIt(line.text, message)) return undefined
  // A command that has answered asks nothing.
  if ([...items.slice(at), ...(part === 'done' ? live : [])].some(isAnswer)) return undefined
  const named = { ...line, id: message.uuid }
  return part === 'live'
    ? { ...transcript, live: live.with(at, named) }
    : { ...transcript, done: done.with(at, named) }
}

const isAnswer = ({ kind }: Item): boolean => kind === 'command' || kind === 'notice'

const isUser = (item: Item): boolean => item.kind === 'user'

const saysIt = (
  line: string,
  { message: { content } }: Extract<Message, { readonly type: 'user' }>,
): boolean => {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  const [only, ...more] = blocks
  if (only?.type !== 'text' || more.length > 0) return false
  const text = squeezed(only.text)
  return text !== '' && line.startsWith('/') && squeezed(line).includes(text)
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()
