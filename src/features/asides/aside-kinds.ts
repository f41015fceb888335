import type { Message } from '../../protocol/message.ts'
import { spokenOf } from './spoken.ts'

const SUGGESTION_TOKENS = 60
const MOST_SUGGESTION_CHARS = 140
const NO_SUGGESTION = 'NONE'

const SUGGESTION_SYSTEM = `You guess what a person will type next to their coding assistant, from the end of their conversation. Answer with that one message and nothing else: in the language and manner of the person, an instruction or a question of at most 12 words, no quotation marks, no greeting, no thanks. It must follow from what was said, such as the obvious next step of the work. When nothing is obvious, or the assistant has asked something only the person knows, answer ${NO_SUGGESTION}.`

export const suggestionPrompt = (messages: readonly Message[]): string =>
  `The end of the conversation:\n\n${spokenOf(messages)}\n\nThe next message of the person:`

/** What can be offered of an answer: one short line, or nothing. */
export const readSuggestion = (answer: string): string | undefined => {
  const [line = ''] = answer.trim().split('\n')
  const text = line
    .replace(/^(person|user)\s*[:：]\s*/i, '')
    .replace(/^["'“‘「`]+|["'”’」`]+$/g, '')
    .trim()
  if (text === '' || text.length > MOST_SUGGESTION_CHARS || /^\W*none\W*$/i.test(text)) return undefined
  // A slash or a bang would do something else than be said.
  return /^[/!#]/.test(text) ? undefined : text
}

const RECAP_TOKENS = 300
const MOST_RECAP_CHARS = 1_200

const RECAP_SYSTEM =
  'A person comes back to a conversation with their coding assistant. Tell them in at most three short sentences, in the language of the conversation, what it was about, what was done last, and what is open or waits for them. Plain text, no headings, no lists, no greeting. Say only what stands there.'

export const recapPrompt = (messages: readonly Message[]): string =>
  `The end of the conversation:\n\n${spokenOf(messages)}\n\nWhat the person should know:`

export const readRecap = (answer: string): string | undefined => {
  const text = answer.trim().replace(/\n{2,}/g, '\n')
  if (text === '') return undefined
  return text.length <= MOST_RECAP_CHARS ? text : `${text.slice(0, MOST_RECAP_CHARS)}…`
}

/** How each is asked for, and what of the answer counts. */
export const ASIDE_KINDS = {
  suggestion: {
    system: SUGGESTION_SYSTEM,
    prompt: suggestionPrompt,
    maxTokens: SUGGESTION_TOKENS,
    read: readSuggestion,
  },
  recap: { system: RECAP_SYSTEM, prompt: recapPrompt, maxTokens: RECAP_TOKENS, read: readRecap },
} as const
