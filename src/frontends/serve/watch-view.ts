import { createDetector } from '../../lib/secrets/detect.ts'
import { redactValue } from '../../lib/secrets/redact.ts'
import type { Event } from '../../protocol/event.ts'
import type { Block, Message, ResultBlock } from '../../protocol/message.ts'
import type { ClientInfo, ServerFrame } from '../../protocol/serve/wire.ts'

/**
 * What somebody who only watches is shown of a session. Everything is built anew from the fields that are listed here,
 * so that what is added elsewhere is not shown until somebody lists it; and no text leaves with a secret in it. Text is
 * shown when its block is whole, because a secret may be cut in two while it streams.
 */
export interface WatchView {
  /** With the same uuid; what is not for watchers is an empty attachment, so that pages keep their places. */
  message(message: Message): Message
  /** Undefined: nothing for a watcher. */
  frame(frame: ServerFrame): ServerFrame | undefined
  text(text: string): string
}

export const createWatchView = (): WatchView => {
  const find = createDetector()
  const clean = <T>(value: T): T => redactValue(value, find)
  const message = (each: Message): Message => clean(shownMessage(each))
  const event = (each: Event): Event | undefined => {
    const shown = shownEvent(each, message)
    return shown && clean(shown)
  }
  return {
    message,
    text: clean,
    frame(frame) {
      switch (frame.kind) {
        case 'hello': {
          const { kind, sessionId, epoch, seq, resumed, readAfter, live, client, clients } = frame
          return {
            kind,
            sessionId,
            epoch,
            seq,
            resumed,
            ...(readAfter === undefined ? {} : { readAfter }),
            live: live.flatMap(each => event(each) ?? []),
            client,
            clients: clients.map(shownClient),
          }
        }
        case 'event': {
          const shown = event(frame.event)
          return shown && { kind: 'event', seq: frame.seq, event: shown }
        }
        case 'clients':
          return { kind: 'clients', clients: frame.clients.map(shownClient) }
        case 'closed':
          return { kind: 'closed' }
        default:
          return undefined
      }
    },
  }
}

/** That somebody is there, and since when; not who. */
const shownClient = ({ kind, since }: ClientInfo): ClientInfo => ({
  id: '',
  name: '',
  kind,
  ...(since === undefined ? {} : { since }),
})

const shownEvent = (event: Event, message: (each: Message) => Message): Event | undefined => {
  // What agents do in their own threads is not the conversation.
  if (event.agent) return undefined
  switch (event.type) {
    case 'turn_started':
      return { type: 'turn_started', turn: NO_TURN }
    case 'entry':
      return { type: 'entry', entry: { ...message(event.entry), ...NO_PLACE } }
    case 'tombstone':
      return { type: 'tombstone', uuids: event.uuids }
    case 'status':
      return { type: 'status', status: event.status }
    case 'tool_started':
      return { type: 'tool_started', toolUseId: event.toolUseId }
    case 'to_person':
      return event.kind === 'message'
        ? { type: 'to_person', kind: 'message', text: event.text, toolUseId: event.toolUseId }
        : undefined
    case 'session_changed':
      return event.title === undefined ? undefined : { type: 'session_changed', title: event.title }
    case 'branch_changed':
      return { type: 'branch_changed', report: { canMove: true } as never }
    case 'turn_ended':
      return { type: 'turn_ended', terminal: { kind: event.terminal.kind } as never, report: {} as never }
    default:
      return undefined
  }
}

const NO_TURN = {
  sessionId: '',
  cwd: '',
  tools: [],
  model: '',
  mode: 'default',
  credential: '',
  userMessageUuid: '',
} as const

const NO_USAGE = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
} as const

const NO_PLACE = {
  parentUuid: null,
  isSidechain: false,
  userType: 'external',
  entrypoint: '',
  cwd: '',
  sessionId: '',
  version: '',
  gitBranch: '',
} as const

const shownMessage = (message: Message): Message => {
  const { uuid, timestamp } = message
  const hidden: Message = { type: 'attachment', uuid, timestamp, attachment: { kind: 'omitted', text: '' } }
  switch (message.type) {
    case 'user': {
      if (message.isCompactSummary) return hidden
      const { content } = message.message
      const given: readonly Block[] =
        typeof content === 'string' ? [{ type: 'text', text: content }] : content
      // What the harness says for itself holds instructions, memories and settings.
      const blocks = message.isMeta ? given.filter(({ type }) => type === 'tool_result') : given
      return {
        type: 'user',
        uuid,
        timestamp,
        message: { role: 'user', content: blocks.flatMap(shownBlock) as never },
        ...(message.isMeta ? { isMeta: true } : {}),
        ...(message.origin?.kind === 'interrupted' ? { origin: { kind: 'interrupted' } } : {}),
      }
    }
    case 'assistant':
      return {
        type: 'assistant',
        uuid,
        timestamp,
        message: {
          id: message.message.id,
          type: 'message',
          role: 'assistant',
          model: '',
          content: message.message.content.flatMap(shownBlock) as never,
          stop_reason: message.message.stop_reason,
          stop_sequence: null,
          usage: NO_USAGE,
        },
        ...(message.isApiErrorMessage ? { isApiErrorMessage: true } : {}),
      }
    case 'system':
      if (message.subtype === 'compact_boundary')
        return {
          type: 'system',
          subtype: 'compact_boundary',
          uuid,
          timestamp,
          content: '',
          compactMetadata: {
            trigger: 'auto',
            preTokens: 0,
            ...(message.compactMetadata?.by === 'clear' ? { by: 'clear' } : {}),
          },
        }
      return hidden
    case 'attachment':
      return hidden
  }
}

const shownBlock = (block: Block): readonly Block[] => {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'image':
      return block.source.type === 'base64' ? [{ type: 'image', source: block.source }] : []
    case 'thinking':
      return [{ type: 'thinking', thinking: block.thinking, signature: '' }]
    case 'tool_use':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: block.input }]
    case 'tool_result': {
      const { tool_use_id, content, is_error } = block
      const shown = typeof content === 'string' ? content : content.flatMap(shownBlock)
      return [
        {
          type: 'tool_result',
          tool_use_id,
          content: shown as string | readonly ResultBlock[],
          ...(is_error === undefined ? {} : { is_error }),
        },
      ]
    }
    default:
      return []
  }
}
