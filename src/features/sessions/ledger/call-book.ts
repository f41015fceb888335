import type { ToolResultBlock, ToolUseBlock, UserMessage } from '../../../protocol/message.ts'
import { plainText } from '../../../protocol/message.ts'
import { clipText, type StoryLimits } from './clip-text.ts'
import { effectOf, subjectOf } from './effect.ts'
import type { Call } from './story.ts'

/** Brings calls and their results together; a call is made when it is read and completed at the end. */
export class CallBook {
  readonly #open = new Map<string, { readonly call: Call; readonly input: unknown }>()
  readonly #closed = new Map<Call, Call>()
  readonly #limits: StoryLimits

  constructor(limits: StoryLimits) {
    this.#limits = limits
  }

  open(block: ToolUseBlock, at: string): Call {
    const call: Call = {
      id: block.id,
      tool: block.name,
      subject: clipText(subjectOf(block.input), this.#limits),
      input: clipText(JSON.stringify(block.input, undefined, 2) ?? '', this.#limits),
      at,
      endedAt: undefined,
      outcome: 'open',
      result: '',
      images: [],
      effect: effectOf(block.input, undefined),
    }
    this.#open.set(block.id, { call, input: block.input })
    return call
  }

  close(block: ToolResultBlock, message: UserMessage): void {
    const found = this.#open.get(block.tool_use_id)
    if (found === undefined) return
    this.#open.delete(block.tool_use_id)
    const { call, input } = found
    const isError = block.is_error === true
    this.#closed.set(call, {
      ...call,
      endedAt: message.timestamp,
      ...ranOf(message),
      outcome: isError ? 'error' : 'ok',
      ...(isError && message.effects?.some(effect => effect.outcome === 'refused') ? { refused: true } : {}),
      result: clipText(plainText(block.content), this.#limits),
      images:
        typeof block.content === 'string'
          ? []
          : block.content.flatMap(part =>
              part.type === 'image' && part.source?.type === 'base64'
                ? [{ mediaType: part.source.media_type, data: part.source.data }]
                : [],
            ),
      effect: effectOf(input, message.toolUseResult),
    })
  }

  finish(call: Call): Call {
    return this.#closed.get(call) ?? call
  }
}

/** A file may be from anywhere: what does not fit is not known. */
const ranOf = ({ ran }: UserMessage): Pick<Call, 'ranMs' | 'approval'> => {
  if (typeof ran?.durationMs !== 'number' || typeof ran.approval?.by !== 'string') return {}
  const { by, text } = ran.approval
  return { ranMs: ran.durationMs, approval: { by, ...(typeof text === 'string' ? { text } : {}) } }
}
