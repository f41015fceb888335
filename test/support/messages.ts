import type {
  AssistantBlock,
  AssistantMessage,
  AttachmentMessage,
  UserBlock,
  UserMessage,
} from '../../src/protocol/message.ts'
import { NO_USAGE } from '../../src/protocol/usage.ts'

const timestamp = '2026-01-01T00:00:00.000Z'

export const user = (uuid: string, content: string | readonly UserBlock[]): UserMessage => ({
  type: 'user',
  uuid,
  timestamp,
  message: { role: 'user', content },
})

export const assistant = (
  uuid: string,
  content: readonly AssistantBlock[],
  more: { readonly id?: string; readonly model?: string } = {},
): AssistantMessage => ({
  type: 'assistant',
  uuid,
  timestamp,
  message: {
    id: more.id ?? `msg_${uuid}`,
    type: 'message',
    role: 'assistant',
    model: more.model ?? 'm',
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
  },
})

export const attachment = (uuid: string, text: string): AttachmentMessage => ({
  type: 'attachment',
  uuid,
  timestamp,
  attachment: { kind: 'test', text },
})

export const text = (value: string) => ({ type: 'text', text: value }) as const
export const call = (id: string, name = 'Read') => ({ type: 'tool_use', id, name, input: {} }) as const
export const result = (id: string, content = 'ok') =>
  ({ type: 'tool_result', tool_use_id: id, content }) as const
