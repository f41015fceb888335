import { type Message, toolUses } from '../../protocol/message.ts'
import { baseOf } from '../../protocol/model.ts'

/**
 * Calls that wait for the model to go on were made by another one, whose thoughts are left out. With a thinking budget
 * the API wants them to begin with thoughts, so this round is done without; from the next prompt on it thinks again.
 */
export const breaksThinking = (view: readonly Message[], model: string): boolean => {
  const last = view.findLastIndex(message => message.type === 'assistant' && !message.isApiErrorMessage)
  const from = view.slice(0, last + 1).findLastIndex(isPrompt) + 1
  const round = view.slice(from).filter(message => message.type === 'assistant')
  const lastId = round.at(-1)?.message.id
  const calls = round.some(({ message }) => message.id === lastId && toolUses(message.content).length > 0)
  return calls && round.some(({ message }) => baseOf(message.model) !== baseOf(model))
}

/** Somebody said something: the round before is over. */
const isPrompt = (message: Message): boolean =>
  message.type === 'user' &&
  (typeof message.message.content === 'string' ||
    message.message.content.every(block => block.type !== 'tool_result'))
