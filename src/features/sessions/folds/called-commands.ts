import { type Message, plainText, toolUses } from '../../../protocol/message.ts'

/** A call as its own conversation has it. */
export interface CalledCommand {
  /** The whole command line; absent: it names none. */
  readonly command?: string
  readonly name: string
  readonly input: unknown
  /** What the model was given of its end; absent: nothing yet. */
  readonly output?: string
  readonly isError?: boolean
}

/** Calls by their ids, with the command each runs and what it printed. */
export const callsIn = (messages: Iterable<Message>): ReadonlyMap<string, CalledCommand> => {
  const calls = new Map<string, CalledCommand>()
  for (const message of messages) {
    if (message.type === 'assistant')
      for (const { id, name, input } of toolUses(message.message.content)) {
        const { command } = (input ?? {}) as { readonly command?: unknown }
        calls.set(id, { name, input, ...(typeof command === 'string' ? { command } : {}) })
      }
    if (message.type !== 'user' || typeof message.message.content === 'string') continue
    for (const block of message.message.content) {
      if (block.type !== 'tool_result') continue
      const call = calls.get(block.tool_use_id)
      const { content } = block
      const output = typeof content === 'string' ? content : plainText(content ?? [])
      if (call) calls.set(block.tool_use_id, { ...call, output, isError: block.is_error === true })
    }
  }
  return calls
}
