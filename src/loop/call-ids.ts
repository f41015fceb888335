import { toolUses } from '../protocol/message.ts'
import type { ModelDelta, ModelRequest, StreamEvent } from '../protocol/model.ts'

type BlockDelta = Extract<ModelDelta, { readonly type: 'block' }>

/**
 * Some providers count calls anew in every reply, or give all calls of one the same id. A call is known by its id from
 * here on, in the session and in what is sent: one that was used before, or is none, is replaced for good.
 */
export class CallIds {
  readonly #used: Set<string>
  /** By the place of the block in the reply. */
  #given = new Map<unknown, string>()

  constructor({ messages }: Pick<ModelRequest, 'messages'>) {
    this.#used = new Set(
      messages.flatMap(({ role, content }) =>
        role === 'assistant' ? toolUses(content).map(({ id }) => id) : [],
      ),
    )
  }

  /** What was begun is void, ids and all. */
  restart(): void {
    for (const id of this.#given.values()) this.#used.delete(id)
    this.#given = new Map()
  }

  event(event: StreamEvent): StreamEvent {
    const block = event['content_block'] as { readonly type?: unknown; readonly id?: unknown } | undefined
    if (event.type !== 'content_block_start' || block?.type !== 'tool_use') return event
    const id = this.#idAt(event['index'], block.id)
    return id === block.id ? event : { ...event, content_block: { ...block, id } }
  }

  block({ block, index }: BlockDelta): BlockDelta['block'] {
    if (block.type !== 'tool_use') return block
    const id = this.#idAt(index, block.id)
    return id === block.id ? block : { ...block, id }
  }

  #idAt(index: unknown, wanted: unknown): string {
    const known = this.#given.get(index)
    if (known !== undefined) return known
    const name = typeof wanted === 'string' && wanted !== '' ? wanted : 'call'
    let id = name === wanted ? name : `${name}_1`
    for (let count = 2; this.#used.has(id); count++) id = `${name}_${count}`
    this.#used.add(id)
    this.#given.set(index, id)
    return id
  }
}
