import type { ModelRequest } from '../../src/protocol/model.ts'

export interface ShownResult {
  readonly id: string
  readonly text: string
  readonly isError: boolean
}

/** Every tool result of the conversation as the last request carries it, in order. */
export const toolResults = (requests: readonly ModelRequest[]): readonly ShownResult[] =>
  (requests.at(-1)?.messages ?? []).flatMap(message =>
    message.content.flatMap(block =>
      block.type === 'tool_result'
        ? [
            {
              id: block.tool_use_id,
              isError: block.is_error ?? false,
              text:
                typeof block.content === 'string'
                  ? block.content
                  : block.content.map(part => (part.type === 'text' ? part.text : `<${part.type}>`)).join(''),
            },
          ]
        : [],
    ),
  )
