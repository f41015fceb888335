import type { AgentDefinition } from '../protocol/extensions/agent-definition.ts'
import type { AssistantMessage, Message, UserMessage } from '../protocol/message.ts'
import { toolUses } from '../protocol/message.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'

const says = modelTexts('fork_messages', {
  // The same for every call and every child, so that the requests of all children begin with the same bytes.
  placeholder: { en: 'A fork works on this.', zh: '由一个分叉处理。' },
  directive: {
    en: 'You are a fork of the conversation above: you know what it knows, and do one part of its work. Forks do the other calls of the last reply; leave those to them. Start no agents, ask nobody, and do only this:\n\n{prompt}\n\nWhen it is done, report what you did and found in a few lines; only that goes back.',
    zh: '你是上面对话的一个分叉：你知道它所知道的一切，只做其中一部分工作。上一条回复中的其他调用由别的分叉完成，不要插手。不要启动智能体，不要向任何人提问，只做这件事：\n\n{prompt}\n\n完成后用几行文字报告你做了什么、发现了什么；只有这些会传回去。',
  },
})

const MARKER = 'fork-task'

export const FORKED: AgentDefinition = { name: 'fork', description: '', prompt: '' }

export interface ForkIds {
  newId(): string
  now(): string
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/**
 * The conversation as a fork begins with it: up to the reply that started it, with one placeholder for each of its
 * calls. Whatever came after the reply, such as results of calls that were faster, is not part of it.
 */
export const forkMessages = (
  messages: readonly Message[],
  toolUseId: string,
  ids: ForkIds,
): readonly Message[] => {
  const replyId = replyOf(messages, toolUseId)
  if (replyId === undefined) return messages
  const last = messages.findLastIndex(message => isOf(message, replyId))
  const before = messages.slice(0, last + 1)
  const calls = before.flatMap(message => (isOf(message, replyId) ? toolUses(message.message.content) : []))
  const placeholder = forModel(says('placeholder'), ids.language)
  const results: UserMessage = {
    type: 'user',
    uuid: ids.newId(),
    timestamp: ids.now(),
    message: {
      role: 'user',
      content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: placeholder })),
    },
    isMeta: true,
  }
  return [...before, results]
}

export const isPlaceholder = (message: Message): boolean =>
  message.type === 'user' &&
  typeof message.message.content !== 'string' &&
  message.message.content.some(block => block.type === 'tool_result' && isPlaceholderText(block.content))

/** In whichever language the prompt was then. */
const isPlaceholderText = (content: unknown): boolean =>
  (['en', 'zh'] as const).some(language => forModel(says('placeholder'), language) === content)

/** The conversation as it was when this message was its last; undefined: it is not in sight. */
export const messagesUpTo = (messages: readonly Message[], uuid: string): readonly Message[] | undefined => {
  const at = messages.findIndex(message => message.uuid === uuid)
  return at < 0 ? undefined : messages.slice(0, at + 1)
}

/** The reply that made a call. */
export const replyOf = (messages: readonly Message[], toolUseId: string): string | undefined =>
  messages
    .filter(message => message.type === 'assistant')
    .findLast(({ message }) => toolUses(message.content).some(({ id }) => id === toolUseId))?.message.id

const isOf = (message: Message, replyId: string): message is AssistantMessage =>
  message.type === 'assistant' && message.message.id === replyId

/** What a fork is told: all that differs between the children of one reply. */
export const forkDirective = (prompt: string, language?: PromptLanguage): string =>
  `<${MARKER}>\n${forModel(says('directive', { prompt }), language)}\n</${MARKER}>`

/** A fork whose origin nobody remembers still shows it in what it was told. */
export const isForked = (messages: readonly Message[]): boolean =>
  messages.some(
    message =>
      message.type === 'user' &&
      (typeof message.message.content === 'string'
        ? message.message.content.startsWith(`<${MARKER}>`)
        : message.message.content.some(
            block => block.type === 'text' && block.text.startsWith(`<${MARKER}>`),
          )),
  )
