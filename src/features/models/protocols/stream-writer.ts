import type { StopReason } from '../../../protocol/message.ts'
import { streamText } from '../../../protocol/messages/host/model-streams.ts'
import type { StreamEvent } from '../../../protocol/model.ts'
import type { Usage } from '../../../protocol/usage.ts'
import { broken } from './reply-reader.ts'

/** Says in events of the Messages stream what another protocol streams in its own. One for each reply. */
export interface StreamWriter {
  /** What was said since the last time, in order. */
  flush(): readonly StreamEvent[]
  /** The reply has begun; later calls change nothing. */
  start(id: string, model: string): void
  text(piece: string): void
  thinking(piece: string): void
  /** Closes the thinking with what the provider wants back to know it again; without any, it opens an empty one. */
  sign(signature: string): void
  /** `key` tells calls apart that are streamed side by side. */
  call(key: string, call: { readonly id: string; readonly name: string }): void
  argument(key: string, piece: string): void
  /** One that comes whole. */
  block(content: object): void
  /** Whether this call was begun. */
  knows(key: string): boolean
  /** No more pieces of what is open. */
  settle(): void
  /** Whether any call was begun. */
  readonly called: boolean
  finish(reason: StopReason, usage: Partial<Usage>): void
}

interface Open {
  readonly index: number
  readonly kind: 'text' | 'thinking' | 'tool_use'
  readonly key?: string
}

export const createStreamWriter = (): StreamWriter => new MessagesWriter()

class MessagesWriter implements StreamWriter {
  #events: StreamEvent[] = []
  #open: Open | undefined
  readonly #ended = new Set<string>()
  #next = 0
  #started = false
  called = false

  flush(): readonly StreamEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  start(id: string, model: string): void {
    if (this.#started) return
    this.#started = true
    const usage = { input_tokens: 0, output_tokens: 0 }
    const message = { id, type: 'message', role: 'assistant', model, content: [], usage }
    this.#events.push({ type: 'message_start', message })
  }

  text(piece: string): void {
    if (piece === '') return
    this.#begin('text', { type: 'text', text: '' })
    this.#delta({ type: 'text_delta', text: piece })
  }

  thinking(piece: string): void {
    if (piece === '') return
    this.#begin('thinking', { type: 'thinking', thinking: '', signature: '' })
    this.#delta({ type: 'thinking_delta', thinking: piece })
  }

  sign(signature: string): void {
    if (signature === '') return
    this.#begin('thinking', { type: 'thinking', thinking: '', signature: '' })
    this.#delta({ type: 'signature_delta', signature })
    this.#close()
  }

  call(key: string, { id, name }: { readonly id: string; readonly name: string }): void {
    this.#close()
    this.called = true
    this.#begin('tool_use', { type: 'tool_use', id, name, input: {} }, key)
  }

  argument(key: string, piece: string): void {
    if (piece === '') return
    // Its tool may have started by now.
    if (this.#open?.key !== key) throw broken(streamText('complete_call'))
    this.#delta({ type: 'input_json_delta', partial_json: piece })
  }

  block(content: object): void {
    this.#close()
    this.#events.push(
      { type: 'content_block_start', index: this.#next, content_block: content },
      { type: 'content_block_stop', index: this.#next },
    )
    this.#next += 1
  }

  knows(key: string): boolean {
    return this.#open?.key === key || this.#ended.has(key)
  }

  settle(): void {
    this.#close()
  }

  finish(reason: StopReason, usage: Partial<Usage>): void {
    this.#close()
    this.#events.push(
      { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    )
  }

  #begin(kind: Open['kind'], block: object, key?: string): void {
    if (kind !== 'tool_use' && this.#open?.kind === kind) return
    this.#close()
    this.#open = { index: this.#next, kind, ...(key === undefined ? {} : { key }) }
    this.#next += 1
    this.#events.push({ type: 'content_block_start', index: this.#open.index, content_block: block })
  }

  #delta(delta: object): void {
    this.#events.push({ type: 'content_block_delta', index: this.#open?.index ?? 0, delta })
  }

  #close(): void {
    if (!this.#open) return
    this.#events.push({ type: 'content_block_stop', index: this.#open.index })
    if (this.#open.key !== undefined) this.#ended.add(this.#open.key)
    this.#open = undefined
  }
}
