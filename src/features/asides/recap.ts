import type { Message } from '../../protocol/message.ts'
import { spokenOf } from './spoken.ts'

export const RECAP_TOKENS = 300
const MAX_CHARS = 1_200

export const RECAP_SYSTEM =
  'A person comes back to a conversation with their coding assistant. Tell them in at most three short sentences, in the language of the conversation, what it was about, what was done last, and what is open or waits for them. Plain text, no headings, no lists, no greeting. Say only what stands there.'

export const recapPrompt = (messages: readonly Message[]): string =>
  `The end of the conversation:\n\n${spokenOf(messages)}\n\nWhat the person should know:`

export const readRecap = (answer: string): string | undefined => {
  const text = answer.trim().replace(/\n{2,}/g, '\n')
  if (text === '') return undefined
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}…`
}
