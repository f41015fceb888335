import type { AssistantBlock } from '../../protocol/message.ts'
import type { Model, ModelDelta, ModelReply } from '../../protocol/model.ts'

/** Says what a client of ours wants called, and nothing else: no model takes part. */
export interface RelayModel extends Model {
  next(call: { readonly id: string; readonly name: string; readonly input: unknown }): void
}

const USAGE = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
} as const

export const createRelayModel = (): RelayModel => {
  let pending: AssistantBlock | undefined
  let replies = 0
  return {
    next({ id, name, input }) {
      pending = { type: 'tool_use', id, name, input }
    },
    async *stream(request): AsyncGenerator<ModelDelta, ModelReply> {
      request.onSent?.()
      const block: AssistantBlock = pending ?? { type: 'text', text: 'Done.' }
      pending = undefined
      replies += 1
      const id = `relay_${replies}`
      yield { type: 'start', id, model: request.model, usage: USAGE }
      yield { type: 'block', index: 0, block }
      return {
        id,
        model: request.model,
        content: [block],
        stopReason: block.type === 'tool_use' ? 'tool_use' : 'end_turn',
        stopSequence: null,
        usage: USAGE,
        durationMs: 0,
      }
    },
    countTokens: async () => 0,
  }
}
