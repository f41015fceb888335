import { type Message, plainText } from '../../protocol/message.ts'

/** What a person wrote; reminders and news of background work are ours. */
export const spokenIn = (message: Message): string => {
  if (message.type !== 'user' || message.isMeta || message.origin) return ''
  const { content } = message.message
  return typeof content === 'string' ? content : plainText(content)
}
