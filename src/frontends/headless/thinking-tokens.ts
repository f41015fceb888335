import { roughTokens } from '../../lib/text/rough-tokens.ts'
import type { SdkThinkingTokens } from '../../protocol/control/sdk-message.ts'
import type { Event } from '../../protocol/event.ts'
import type { StreamEvent } from '../../protocol/model.ts'

/** Less is not worth a line of its own, until the thought is over. */
const STEP = 50

interface Identity {
  readonly uuid: string
  readonly session_id: string
}

type Piece = Pick<Event & { readonly type: 'stream' }, 'event' | 'agent'>

interface Thought {
  readonly type: string
  readonly thinking?: unknown
  /** What the provider counts itself, where it sends no words. */
  readonly estimated_tokens?: unknown
}

/** How much the model has thought in the reply that streams: told while it thinks, for the usage comes at the end. */
export class ThinkingTokens {
  #estimated = 0
  #told = 0

  /** The line after a piece of the reply. What agents think is not told: nothing in such a line says who thinks. */
  linesOf({ event, agent }: Piece, identity: () => Identity): readonly SdkThinkingTokens[] {
    const more = agent ? undefined : this.#untold(event)
    if (more === undefined) return []
    const counts = { estimated_tokens: this.#told, estimated_tokens_delta: more }
    return [{ type: 'system', subtype: 'thinking_tokens', ...counts, ...identity() }]
  }

  #untold({ type, delta }: StreamEvent): number | undefined {
    if (type === 'message_start') this.#estimated = this.#told = 0
    if (type === 'content_block_delta') this.#estimated += thoughtIn(delta)
    const all = Math.round(this.#estimated)
    const more = all - this.#told
    if (more < (type === 'content_block_stop' ? 1 : STEP)) return undefined
    this.#told = all
    return more
  }
}

const thoughtIn = (delta: unknown): number => {
  const { type, thinking, estimated_tokens: counted } = (delta ?? { type: '' }) as Thought
  if (type !== 'thinking_delta') return 0
  return typeof counted === 'number' ? counted : typeof thinking === 'string' ? roughTokens(thinking) : 0
}
