import { textField } from '../../../lib/values/read-field.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import type { StreamEvent } from '../../../protocol/model.ts'
import type { Row } from './row.ts'
import { type LiveBlock, type LiveReply, NO_REPLY } from './session-state.ts'

/** A reply with one more piece of the stream. */
export const applyStream = (
  reply: LiveReply,
  { event, presentation }: { readonly event: StreamEvent; readonly presentation?: Presentation },
): LiveReply => {
  switch (event.type) {
    case 'message_start':
      // Also after a retry: what was shown of the attempt before is void.
      return { id: textField(event['message'], 'id') ?? '', blocks: [] }
    case 'content_block_start':
      return {
        ...reply,
        blocks: [...reply.blocks, { ...newBlock(reply, event), ...(presentation ? { presentation } : {}) }],
      }
    case 'content_block_delta':
      return {
        ...reply,
        blocks: reply.blocks.map(block =>
          block.index === event['index'] ? { ...block, text: block.text + deltaText(event['delta']) } : block,
        ),
      }
    default:
      return reply
  }
}

/** Blocks are written down in their order. */
export const recorded = (reply: LiveReply): LiveReply =>
  reply.blocks.length === 0 ? reply : { ...reply, blocks: reply.blocks.slice(1) }

export const ended = (): LiveReply => NO_REPLY

const KINDS: Readonly<Record<string, LiveBlock['kind']>> = {
  text: 'text',
  thinking: 'thinking',
  tool_use: 'tool',
}

const newBlock = ({ id }: LiveReply, event: StreamEvent): LiveBlock => {
  const content = event['content_block']
  const kind = KINDS[textField(content, 'type') ?? ''] ?? 'other'
  return {
    index: event['index'],
    kind,
    id: kind === 'tool' ? (textField(content, 'id') ?? '') : `live:${id}:${String(event['index'])}`,
    name: textField(content, 'name') ?? '',
    text: textField(content, 'text') ?? textField(content, 'thinking') ?? '',
  }
}

const deltaText = (delta: unknown): string =>
  textField(delta, 'text') ?? textField(delta, 'thinking') ?? textField(delta, 'partial_json') ?? ''

/** What stands below the transcript while a reply streams. */
export const liveRows = ({ blocks }: LiveReply): readonly Row[] =>
  blocks.flatMap((block): readonly Row[] => {
    if (block.kind === 'tool')
      return [
        {
          kind: 'tool',
          id: block.id,
          name: block.name,
          input: {},
          ...(block.presentation ? { presentation: block.presentation } : {}),
          state: 'waiting',
          streaming: true,
        },
      ]
    if (block.kind === 'other' || block.text.trim() === '') return []
    return [{ kind: block.kind, id: block.id, text: block.text, streaming: true }]
  })
