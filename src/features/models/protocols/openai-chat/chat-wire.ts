import type { Wire } from '../wire.ts'
import type { ChatHabits } from './chat-habits.ts'
import { ChatReader } from './chat-reader.ts'
import { createChatBody } from './chat-request.ts'

/** The chat-completions protocol, which most servers of the field speak. */
export const createChatWire = (
  habits: ChatHabits = {},
  extraBody?: Readonly<Record<string, unknown>>,
): Wire => {
  const body = createChatBody(habits, extraBody)
  return {
    path: () => '/chat/completions',
    write: request => body.write(request),
    reader: request => new ChatReader(request, { names: body.names, habits }),
  }
}
