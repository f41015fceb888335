import type { Message } from '../../protocol/message.ts'

/** The file that a call wrote, by its result. */
export const editedFile = (message: Message): string | undefined => {
  if (message.type !== 'user') return undefined
  const { filePath, structuredPatch } = Object(message.toolUseResult) as Record<string, unknown>
  return typeof filePath === 'string' && Array.isArray(structuredPatch) ? filePath : undefined
}
