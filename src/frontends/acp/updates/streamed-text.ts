import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { field, textField } from '../../../lib/values/read-field.ts'
import type { StreamEvent } from '../../../protocol/model.ts'
import { textBlock } from './text-content.ts'

type Kind = 'text' | 'thinking'

/** Words of the model as they come, so that nothing is sent again when the block they belong to is complete. */
export class StreamedText {
  #messageId: string | undefined
  /** Of the block that is being written. */
  readonly #sent: Record<Kind, string> = { text: '', thinking: '' }

  piece(event: StreamEvent): SessionUpdate | undefined {
    if (event.type === 'message_start') {
      this.#messageId = textField(event['message'], 'id')
      this.#forget()
    }
    if (event.type === 'content_block_start') this.#forget()
    if (event.type !== 'content_block_delta') return undefined
    const delta = field(event, 'delta')
    const text = textField(delta, 'text')
    const thinking = textField(delta, 'thinking')
    if (text) return this.#send('text', text)
    return thinking ? this.#send('thinking', thinking) : undefined
  }

  /** The rest of a block that is complete now: all of it when nothing was streamed. */
  complete(kind: Kind, text: string, messageId: string): SessionUpdate | undefined {
    const sent = this.#sent[kind]
    this.#sent[kind] = ''
    const rest = sent === '' ? text : text.startsWith(sent) ? text.slice(sent.length) : ''
    return rest.trim() === '' ? undefined : chunk(kind, rest, messageId)
  }

  #send(kind: Kind, text: string): SessionUpdate {
    this.#sent[kind] += text
    return chunk(kind, text, this.#messageId)
  }

  #forget(): void {
    this.#sent.text = ''
    this.#sent.thinking = ''
  }
}

const chunk = (kind: Kind, text: string, messageId: string | undefined): SessionUpdate => ({
  sessionUpdate: kind === 'text' ? 'agent_message_chunk' : 'agent_thought_chunk',
  content: textBlock(text),
  ...(messageId === undefined ? {} : { messageId }),
})
