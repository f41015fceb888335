import { createHash } from 'node:crypto'
import type { AssistantBlock, UserBlock } from '../../../protocol/message.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A conversation that another program kept in a form of its own: only what was said and what tools answered. */
export interface ForeignTalk {
  /** Always the same for the same conversation. */
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  readonly turns: readonly ForeignTurn[]
  /** What it has besides, and was not taken. */
  readonly left: number
}

export type ForeignTurn = { readonly at: string } & (
  | { readonly role: 'user'; readonly content: readonly UserBlock[] }
  | { readonly role: 'assistant'; readonly model: string; readonly content: readonly AssistantBlock[] }
)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of the other program where it can be ours; otherwise one that is made of it. */
export const sessionIdFrom = (program: string, id: string): string => {
  if (UUID.test(id)) return id.toLowerCase()
  const hex = createHash('sha256').update(`${program}\0${id}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export const textBlock = (text: string): { readonly type: 'text'; readonly text: string } => ({
  type: 'text',
  text,
})

/** A call as it can be sent again: tools have other names elsewhere, and some of them names that no provider takes. */
export const callBlock = (id: unknown, name: unknown, input: unknown): AssistantBlock => ({
  type: 'tool_use',
  id: textOf(id),
  name:
    textOf(name)
      .replaceAll(/[^\w-]/g, '_')
      .slice(0, 128) || 'tool',
  input: isFields(input) ? input : input === undefined || input === '' ? {} : { input },
})

export const resultBlock = (
  id: unknown,
  content: string,
  { isError }: { readonly isError: boolean } = { isError: false },
): UserBlock => ({
  type: 'tool_result',
  tool_use_id: textOf(id),
  content,
  ...(isError ? { is_error: true } : {}),
})

/** A time as programs write it: text, or milliseconds. */
export const timeFrom = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Math.abs(value) < 8.64e15 ? new Date(value).toISOString() : ''
}
