import type { Message } from '../../protocol/message.ts'
import type { BothLanguages } from '../../protocol/tools/both-languages.ts'
import { spokenOf } from './spoken.ts'

const SUGGESTION_TOKENS = 60
const MOST_SUGGESTION_CHARS = 140
const NO_SUGGESTION = 'NONE'

const SUGGESTION_SYSTEM: BothLanguages = {
  en: `You guess what a person will type next to their coding assistant, from the end of their conversation. Answer with that one message and nothing else: in the language and manner of the person, an instruction or a question of at most 12 words, no quotation marks, no greeting, no thanks. It must follow from what was said, such as the obvious next step of the work. When nothing is obvious, or the assistant has asked something only the person knows, answer ${NO_SUGGESTION}.`,
  zh: `根据对话末尾，猜测用户接下来会对编程助手输入什么。只回答这一条消息：使用用户的语言和口吻，一条指令或一个问题，不超过 25 个字，不加引号，不问候，不道谢。它必须由已说的内容得出，例如工作中显而易见的下一步。如果没有显而易见的内容，或助手问了只有用户知道的事，回答 ${NO_SUGGESTION}。`,
}

export const suggestionPrompt = (messages: readonly Message[]): BothLanguages => {
  const spoken = spokenOf(messages)
  return {
    en: `The end of the conversation:\n\n${spoken}\n\nThe next message of the person:`,
    zh: `对话末尾：\n\n${spoken}\n\n用户的下一条消息：`,
  }
}

/** What can be offered of an answer: one short line, or nothing. */
export const readSuggestion = (answer: string): string | undefined => {
  const [line = ''] = answer.trim().split('\n')
  const text = line
    .replace(/^(person|user|用户)\s*[:：]\s*/i, '')
    .replace(/^["'“‘「`]+|["'”’」`]+$/g, '')
    .trim()
  if (text === '' || text.length > MOST_SUGGESTION_CHARS || /^\W*none\W*$/i.test(text)) return undefined
  // A slash or a bang would do something else than be said.
  return /^[/!#]/.test(text) ? undefined : text
}

const RECAP_TOKENS = 300
const MOST_RECAP_CHARS = 1_200

const RECAP_SYSTEM: BothLanguages = {
  en: 'A person comes back to a conversation with their coding assistant. Tell them in at most three short sentences, in the language of the conversation, what it was about, what was done last, and what is open or waits for them. Plain text, no headings, no lists, no greeting. Say only what stands there.',
  zh: '用户回到与编程助手的对话。用不超过三个短句告诉他：对话是关于什么的，最后做了什么，还有什么未完成或在等他。使用对话的语言。纯文本，不用标题和列表，不问候。只说其中有的内容。',
}

export const recapPrompt = (messages: readonly Message[]): BothLanguages => {
  const spoken = spokenOf(messages)
  return {
    en: `The end of the conversation:\n\n${spoken}\n\nWhat the person should know:`,
    zh: `对话末尾：\n\n${spoken}\n\n用户应该知道的事：`,
  }
}

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
