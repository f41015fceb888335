import { CONTINUATION, type Message, plainText } from '../protocol/message.ts'

/** The words of the last reply, with those it went on from where it was cut or broke off. */
export const lastAnswer = (messages: readonly Message[]): string => {
  const texts: string[] = []
  for (const message of messages.toReversed()) {
    if (message.type === 'assistant' && !message.isApiErrorMessage)
      texts.unshift(plainText(message.message.content))
    else if (message.type === 'user' && message.origin?.kind !== CONTINUATION) break
  }
  return texts.join('')
}
