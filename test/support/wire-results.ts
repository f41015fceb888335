import type { World } from './run-program.ts'

interface Block {
  readonly type: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[]
}
export interface WireMessage {
  readonly role: string
  readonly content: string | readonly Block[]
}

/** The messages of one request as the server got them. */
export const messagesOf = (world: World, at: number): readonly WireMessage[] =>
  (world.server.requests.at(at)?.body?.['messages'] ?? []) as readonly WireMessage[]

/** Results by the id of their call, errors marked; pictures by the name of their kind. */
export const resultsOf = (world: World, at = -1): Readonly<Record<string, string>> =>
  Object.fromEntries(
    messagesOf(world, at)
      .flatMap(message => (typeof message.content === 'string' ? [] : message.content))
      .filter(block => block.type === 'tool_result')
      .map(({ tool_use_id, content, is_error }) => {
        const text =
          typeof content === 'string'
            ? content
            : (content ?? []).map(part => part.text ?? `<${part.type}>`).join('')
        return [tool_use_id, `${is_error ? 'ERROR ' : ''}${text}`]
      }),
  )
