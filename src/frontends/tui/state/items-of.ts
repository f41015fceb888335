import { turnCause } from '../../../protocol/agents/turn-cause.ts'
import type { MentionFacts } from '../../../protocol/attachment.ts'
import type {
  AssistantBlock,
  AssistantMessage,
  AttachmentMessage,
  Message,
  ToolUseBlock,
  UserMessage,
} from '../../../protocol/message.ts'
import { type LocalizedText, savedText } from '../../../protocol/messages/localized-text.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import { forPeople } from './for-people.ts'
import type { Item, ToolItem } from './item.ts'
import { messageItems } from './message-item.ts'
import { withResult } from './tool-item.ts'
import { append, change, changeTool } from './transcript.ts'
import type { Transcript } from './ui-state.ts'

/** One message into the transcript. The same for what arrives and for what is read from a session file. */
export const addMessage = (transcript: Transcript, message: Message, now?: number): Transcript => {
  switch (message.type) {
    case 'user':
      return addUser(transcript, message, now)
    case 'assistant':
      return addAssistant(transcript, message, now)
    case 'system':
      if (isClearMark(message)) return clearedTranscript(transcript)
      if (message.subtype === 'compact_boundary')
        return append(transcript, {
          kind: 'compaction',
          id: message.uuid,
          text: savedText(message.localized, message.content),
        })
      return message.subtype === 'informational'
        ? append(transcript, {
            kind: 'notice',
            id: message.uuid,
            level: message.level ?? 'info',
            text: savedText(message.localized, message.content),
          })
        : transcript
    case 'attachment':
      return addMention(transcript, message)
  }
}

/** Of what is attached only what the person named, or has before them in their editor, is theirs to see. */
const addMention = (transcript: Transcript, { uuid, attachment }: AttachmentMessage): Transcript =>
  attachment.kind === 'mention' || attachment.kind === 'editor_selection'
    ? append(transcript, { kind: 'mention', id: uuid, mention: attachment['mention'] as MentionFacts })
    : transcript

/** The boundary that `/clear` leaves. */
export const isClearMark = (message: Message): boolean =>
  message.type === 'system' &&
  message.subtype === 'compact_boundary' &&
  message.compactMetadata?.by === 'clear'

const clearedTranscript = ({ generation }: Transcript): Transcript => ({
  done: [],
  live: [],
  generation: generation + 1,
  cleared: true,
})

/** A whole conversation, as after a resume; calls without a result are open. */
export const transcriptOf = (messages: readonly Message[]): Transcript => {
  let transcript: Transcript = { done: [], live: [], generation: 0 }
  for (const message of messages) {
    const cause = turnCause(message)
    if (cause !== undefined)
      transcript = append(transcript, {
        kind: 'notice',
        id: `${message.uuid}-cause`,
        level: 'info',
        text: cause,
      })
    transcript = addMessage(transcript, message)
    for (const item of messageItems(transcript, message)) transcript = append(transcript, item)
  }
  return transcript
}

const addUser = (transcript: Transcript, message: UserMessage, now?: number): Transcript => {
  const { content } = message.message
  // A command of the person's own is on the screen since it began.
  if (transcript.live.some(item => item.kind === 'shell' && item.id === message.uuid)) return transcript
  if (message.isCompactSummary) return transcript
  if (message.origin?.kind === 'interrupted') return append(transcript, brokenOff(message.uuid))
  if (typeof content === 'string')
    return message.isMeta || content === '' ? transcript : append(transcript, userItem(message, content, 0))
  let next = transcript
  const texts: string[] = []
  // What stands beside a result may be for the model alone.
  const beside = content.some(block => block.type === 'tool_result')
  let attachments = 0
  for (const block of content) {
    if (block.type === 'tool_result')
      next = changeTool(next, block.tool_use_id, item =>
        withResult(item, {
          block,
          output: message.toolUseResult,
          presentation: message.presentations?.[block.tool_use_id],
          ...(message.ran ? { ran: message.ran } : {}),
          ...(message.refused ? { refused: message.refused } : {}),
          ...(now === undefined ? {} : { now }),
        }),
      )
    else if (block.type !== 'text') attachments++
    else texts.push(beside ? forPeople(block.text) : block.text)
  }
  const text = texts.join('\n')
  if (message.isMeta || (text === '' && attachments === 0)) return next
  return append(next, userItem(message, text, attachments))
}

/** The program ended here, in an earlier run; nobody stopped the turn. */
const brokenOff = (id: string): Item => ({
  kind: 'ending',
  id,
  level: 'warning',
  cause: { kind: 'program_stopped' },
})

const userItem = (message: UserMessage, text: string, attachments: number): Item => {
  const id = message.uuid
  const shell = /^<bash-input>([\s\S]*?)<\/bash-input>/.exec(text)
  if (!shell) return { kind: 'user', id, text, attachments, ...writtenAt(message) }
  const output = /<bash-stdout>([\s\S]*?)<\/bash-stdout>/.exec(text)?.[1] ?? ''
  const code = /<bash-exit-code>(\d+)<\/bash-exit-code>/.exec(text)?.[1]
  return {
    kind: 'shell',
    id,
    command: shell[1] ?? '',
    output,
    state: code === undefined || code === '0' ? 'done' : 'failed',
    ...(code === undefined ? {} : { exitCode: Number(code) }),
  }
}

const addAssistant = (transcript: Transcript, message: AssistantMessage, now?: number): Transcript => {
  let next = transcript
  for (const [index, block] of message.message.content.entries()) {
    const id = index === 0 ? message.uuid : `${message.uuid}-${index}`
    const presentation = block.type === 'tool_use' ? message.presentations?.[block.id] : undefined
    next = addBlock(next, { block, id, presentation, ...writtenAt(message), ...failureOf(message) }, now)
  }
  return next
}

/** Messages of other programs may lack it. */
const writtenAt = ({ timestamp }: Pick<Message, 'timestamp'>): { readonly at?: number } => {
  const at = Date.parse(timestamp)
  return Number.isNaN(at) ? {} : { at }
}

interface BlockPlace {
  readonly presentation: Presentation | undefined
  readonly block: AssistantBlock
  readonly id: string
  readonly at?: number
  /** It says what went wrong, in the place of an answer. */
  readonly failure?: { readonly said: LocalizedText | undefined }
}

const failureOf = ({ isApiErrorMessage, localized }: AssistantMessage): Pick<BlockPlace, 'failure'> =>
  isApiErrorMessage ? { failure: { said: localized } } : {}

const addBlock = (
  transcript: Transcript,
  { block, id, presentation, failure, at }: BlockPlace,
  now: number | undefined,
): Transcript => {
  switch (block.type) {
    case 'text':
      if (failure)
        return append(transcript, {
          kind: 'notice',
          id,
          level: 'error',
          text: savedText(failure.said, block.text),
        })
      return endStreamed(
        transcript,
        { kind: 'assistant', id, text: block.text, ended: true, ...(at === undefined ? {} : { at }) },
        now,
      )
    case 'thinking':
      return endStreamed(transcript, { kind: 'thinking', id, text: block.thinking, ended: true }, now)
    case 'tool_use':
      return addCall(transcript, { ...block, presentation }, now)
    default:
      return transcript
  }
}

/** The item that grew while the block streamed keeps its place and name: parts of it are printed already. */
const endStreamed = (
  transcript: Transcript,
  item: Extract<Item, { readonly kind: 'assistant' | 'thinking' }>,
  now: number | undefined,
): Transcript => {
  const open = transcript.live.find((each): each is typeof item => each.kind === item.kind && !each.ended)
  if (!open) return item.text === '' ? transcript : append(transcript, item)
  return change(transcript, open.id, () =>
    open.kind === 'thinking' && open.startedAt !== undefined && now !== undefined
      ? { ...open, text: item.text, ended: true, ms: now - open.startedAt }
      : { ...open, text: item.text, ended: true },
  )
}

const addCall = (
  transcript: Transcript,
  { id, name, input, presentation }: ToolUseBlock & { readonly presentation: Presentation | undefined },
  now: number | undefined,
): Transcript => {
  const call: ToolItem = {
    kind: 'tool',
    id,
    name,
    input,
    ...(presentation ? { presentation } : {}),
    state: 'queued',
    ...(now === undefined ? {} : { startedAt: now }),
  }
  return transcript.live.some(item => item.id === id)
    ? changeTool(transcript, id, item => ({
        ...call,
        ...(item.startedAt === undefined ? {} : { startedAt: item.startedAt }),
      }))
    : append(transcript, call)
}
