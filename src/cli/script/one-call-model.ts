import { randomUUID } from 'node:crypto'
import { SYNTHETIC_MODEL } from '../../protocol/message.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../protocol/model.ts'
import { NO_USAGE } from '../../protocol/usage.ts'

export interface OneCall {
  readonly name: string
  readonly input: unknown
  /** What stands in the conversation behind its result. */
  readonly end: string
}

/** Stands in for a model: makes one call, and whoever asks for anything else is told that there is none. */
export const oneCallModel = ({ name, input, end }: OneCall): Model => {
  const call = { type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '')}`, name, input } as const
  let isMade = false
  async function* stream(request: ModelRequest): AsyncGenerator<ModelDelta, ModelReply> {
    const isAnswered = request.messages
      .at(-1)
      ?.content.some(block => block.type === 'tool_result' && block.tool_use_id === call.id)
    if (request.source !== 'main' || (isMade && !isAnswered))
      throw new ModelError('invalid_request', commandText('script_model'))
    isMade = true
    request.onSent?.()
    const block = isAnswered ? ({ type: 'text', text: end } as const) : call
    const about = { id: `msg_${randomUUID()}`, model: SYNTHETIC_MODEL, usage: NO_USAGE }
    yield { type: 'start', ...about }
    yield { type: 'block', index: 0, block }
    const stopReason = isAnswered ? 'end_turn' : 'tool_use'
    return { ...about, content: [block], stopReason, stopSequence: null, durationMs: 0 }
  }
  return { stream }
}
