import { PERSON_SHELL, plainText, type UserMessage } from '../../protocol/message.ts'

/** A person wrote it: not the harness, not a tool, not a command they ran. */
export const isPersons = (message: UserMessage): boolean => {
  if (message.isMeta || message.isCompactSummary || message.toolUseResult !== undefined) return false
  if (message.origin?.kind === PERSON_SHELL) return false
  const { content } = message.message
  const isResult = typeof content !== 'string' && content.some(block => block.type === 'tool_result')
  return !isResult && plainText(content).trim() !== ''
}
