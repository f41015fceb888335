import type { Message } from '../../protocol/message.ts'
import { spokenOf } from './spoken.ts'

export const SUGGESTION_TOKENS = 60
const MAX_CHARS = 140
const NOTHING = 'NONE'

export const SUGGESTION_SYSTEM = `You guess what a person will type next to their coding assistant, from the end of their conversation. Answer with that one message and nothing else: in the language and manner of the person, an instruction or a question of at most 12 words, no quotation marks, no greeting, no thanks. It must follow from what was said, such as the obvious next step of the work. When nothing is obvious, or the assistant has asked something only the person knows, answer ${NOTHING}.`

export const suggestionPrompt = (messages: readonly Message[]): string =>
  `The end of the conversation:\n\n${spokenOf(messages)}\n\nThe next message of the person:`

/** What can be offered of an answer: one short line, or nothing. */
export const readSuggestion = (answer: string): string | undefined => {
  const [line = ''] = answer.trim().split('\n')
  const text = line
    .replace(/^(person|user)\s*[:：]\s*/i, '')
    .replace(/^["'“‘「`]+|["'”’」`]+$/g, '')
    .trim()
  if (text === '' || text.length > MAX_CHARS || /^\W*none\W*$/i.test(text)) return undefined
  // A slash or a bang would do something else than be said.
  return /^[/!#]/.test(text) ? undefined : text
}
