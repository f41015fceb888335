import { textField } from '../../lib/values/read-field.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message, ToolUseBlock } from '../../protocol/message.ts'
import type { StreamEvent } from '../../protocol/model.ts'

/** A call as the model wrote it. */
export type WrittenCall = Pick<ToolUseBlock, 'name' | 'input'>

/** Calls of all threads until they have a result; a result is presented with what it is the result of. */
export class CallLog {
  readonly #open = new Map<string, WrittenCall>()
  readonly #answered = new WeakMap<Message, ReadonlyMap<string, WrittenCall>>()

  note(event: Event): void {
    if (event.type === 'entry') this.#noteMessage(event.entry)
  }

  /** The calls that a message has results of, as far as they are known. */
  answered(message: Message): ReadonlyMap<string, WrittenCall> {
    return this.#answered.get(message) ?? new Map()
  }

  #noteMessage(message: Message): void {
    for (const { id, name, input } of callsIn(message)) this.#open.set(id, { name, input })
    const answered = new Map<string, WrittenCall>()
    for (const id of resultsIn(message)) {
      const call = this.#open.get(id)
      if (call) answered.set(id, call)
      this.#open.delete(id)
    }
    if (answered.size > 0) this.#answered.set(message, answered)
  }
}

export const callsIn = (message: Message): readonly ToolUseBlock[] =>
  message.type === 'assistant' ? message.message.content.filter(block => block.type === 'tool_use') : []

/** Ids of the calls that it has results of. */
export const resultsIn = (message: Message): readonly string[] =>
  message.type === 'user' && typeof message.message.content !== 'string'
    ? message.message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    : []

export const needsPresentation = (event: Event): boolean => {
  switch (event.type) {
    case 'entry':
      return callsIn(event.entry).length > 0 || resultsIn(event.entry).length > 0
    case 'permission_request':
      return true
    case 'stream':
      return startedCall(event.event) !== undefined
    default:
      return false
  }
}

/** The name of the tool whose call begins to arrive. */
export const startedCall = (event: StreamEvent): string | undefined => {
  if (event.type !== 'content_block_start') return undefined
  const block = event['content_block']
  return textField(block, 'type') === 'tool_use' ? textField(block, 'name') : undefined
}
