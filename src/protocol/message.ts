import type { Approval, CallEffect } from './context.ts'
import type { LocalizedText } from './messages/localized-text.ts'
import type { Presentation } from './messages/presentation.ts'
import type { HistoryEdit } from './session/history-edit.ts'
import type { Usage } from './usage.ts'

/** What model and user say: two roles, content blocks, in the shape of the Messages API. */

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
  /** The text defines this tool; a provider that loads definitions itself gets a reference in its place. */
  readonly definesTool?: string
}
export interface ImageBlock {
  readonly type: 'image'
  readonly source: MediaSource
}
export interface DocumentBlock {
  readonly type: 'document'
  readonly source: MediaSource
  readonly title?: string
}
export type MediaSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'text'; readonly media_type: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string }

export interface ThinkingBlock {
  readonly type: 'thinking'
  readonly thinking: string
  /** Bound to the model that wrote it; a block without one may not be replayed. */
  readonly signature: string
}
export interface RedactedThinkingBlock {
  readonly type: 'redacted_thinking'
  readonly data: string
}
export interface ToolUseBlock {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  /** What the model wrote, parsed; `{}` when it did not parse (the model delta then says so). */
  readonly input: unknown
}
export interface ToolResultBlock {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content: string | readonly ResultBlock[]
  readonly is_error?: boolean
}
/**
 * A block this program does not act on (server tools, future kinds): kept and sent back untouched. The wire may
 * bring names that are not listed here; the stream reader lets them through under this type.
 */
export interface ForeignBlock {
  readonly type:
    | 'server_tool_use'
    | 'web_search_tool_result'
    | 'web_fetch_tool_result'
    | 'mcp_tool_use'
    | 'mcp_tool_result'
  readonly [key: string]: unknown
}

/** What a tool result may hold. */
export type ResultBlock = TextBlock | ImageBlock | DocumentBlock
export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock | ForeignBlock
export type AssistantBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | ForeignBlock
export type Block = UserBlock | AssistantBlock

export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'stop_sequence'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded'
  /** Not a provider's word: it said the same without end, and was cut off here. */
  | 'repetition'

interface MessageIdentity {
  readonly uuid: string
  /** ISO 8601, from the engine's clock. */
  readonly timestamp: string
}

/** Only on its way to a front end that asked for it: in no file, and in no request to a model. */
interface Presented {
  /** What people are shown of the calls, or of the results, by the id of the call. */
  readonly presentations?: Readonly<Record<string, Presentation>>
}

export interface UserMessage extends MessageIdentity, Presented {
  readonly type: 'user'
  readonly message: { readonly role: 'user'; readonly content: string | readonly UserBlock[] }
  /** Written by the harness, not by a person: nudges, resumptions, hook feedback. */
  readonly isMeta?: boolean
  readonly isCompactSummary?: boolean
  /** The structured output of the tool whose result this message carries. */
  readonly toolUseResult?: unknown
  /** What the call left behind in the world; it is known for longer than the result is sent. */
  readonly effects?: readonly CallEffect[]
  /**
   * How long the call itself ran, without the time it waited to be decided or for others, and who let it. `note` is what
   * the person said with their yes: written by the harness only, so that nothing a tool returns can pass for it. `look`:
   * it was judged to change nothing, and nobody was asked or told anything about it.
   */
  readonly ran?: {
    readonly durationMs: number
    readonly approval: Approval
    readonly note?: string
    readonly look?: boolean
  }
  /** The call was refused and never ran: who refused it, and why, for people. */
  readonly refused?: Approval & { readonly localized?: LocalizedText }
  /** The assistant record whose call this message answers. */
  readonly sourceToolAssistantUUID?: string
  /** `skill`: the name of the skill whose text it is. `mail`: the message of a team that it tells. */
  readonly origin?: {
    readonly kind: string
    readonly skill?: string
    readonly mail?: string
    /** The MCP server that pushed it. */
    readonly channel?: string
    /** The session that sent it. */
    readonly peer?: string
    readonly cause?: string
    /** What the screen showed of it. */
    readonly localized?: LocalizedText
  }
}

/** One content block of an API reply; records of one reply share `message.id`. */
export interface AssistantMessage extends MessageIdentity, Presented {
  readonly type: 'assistant'
  readonly message: {
    readonly id: string
    readonly type: 'message'
    readonly role: 'assistant'
    /** `<synthetic>` when the harness wrote it. */
    readonly model: string
    readonly content: readonly AssistantBlock[]
    readonly stop_reason: StopReason | null
    readonly stop_sequence: string | null
    readonly usage: Usage
  }
  readonly requestId?: string
  /** Set on the synthetic message that reports an API failure. */
  readonly error?: AssistantErrorKind
  readonly isApiErrorMessage?: boolean
  /** What such a message says. */
  readonly localized?: LocalizedText
  readonly aborted?: boolean
}

export type AssistantErrorKind =
  | 'authentication_failed'
  | 'billing_error'
  | 'rate_limit'
  | 'overloaded'
  | 'invalid_request'
  | 'model_not_found'
  | 'server_error'
  | 'max_output_tokens'
  | 'unknown'

export type NoticeLevel = 'info' | 'notice' | 'suggestion' | 'warning' | 'error'

export interface SystemMessage extends MessageIdentity {
  readonly type: 'system'
  readonly subtype: 'compact_boundary' | 'informational' | 'tombstone' | 'history_edit'
  /** English. */
  readonly content: string
  readonly localized?: LocalizedText
  readonly level?: NoticeLevel
  readonly compactMetadata?: CompactMetadata
  /** For `tombstone`: records that no longer count. */
  readonly removed?: readonly string[]
  /** For `history_edit`. */
  readonly edit?: HistoryEdit
  /** For `informational`: the turn ended here although the model said nothing. */
  readonly closesTurn?: true
  /** The conversation left that message and goes on from the one this line hangs on. */
  readonly leftUuid?: string
}

export interface CompactMetadata {
  readonly trigger: 'manual' | 'auto' | 'reactive'
  readonly preTokens: number
  readonly postTokens?: number
  /** The stage that did it. */
  readonly by?: string
  /** The last message before it. */
  readonly lastUuid?: string
  /** Deferred tools that stay loaded. */
  readonly loadedTools?: readonly string[]
  /** Messages from before that stay as they are: on disk they stand before the boundary, in the view behind `anchor`. */
  readonly preserved?: { readonly anchor: string; readonly uuids: readonly string[] }
  /** How many replies there were since the compaction before, when that was not long ago. */
  readonly repliesSinceLast?: number
}

/** A fact about the world for the next request; rendered as reminder text on the way out. */
export interface AttachmentMessage extends MessageIdentity {
  readonly type: 'attachment'
  readonly attachment: { readonly kind: string; readonly text: string; readonly [key: string]: unknown }
}

export type Message = UserMessage | AssistantMessage | SystemMessage | AttachmentMessage

export const SYNTHETIC_MODEL = '<synthetic>'

/** Origin of the harness's word that a reply was cut or broke off: what the model says next belongs to it. */
export const CONTINUATION = 'auto-continuation'

/** The origin of what a session is told that was left while it waited for a usage limit. */
export const LIMIT_ORIGIN = 'usage-limit'

/** Origin of the harness's word that the model is to go on although its reply was whole: a hook, a goal, a budget. */
export const NUDGE = 'nudge'

/** Origin of a message that holds a command the person ran, and its output: most of it is nobody's words. */
export const PERSON_SHELL = 'shell'

/** Origin of what stands in the place of a result until somebody decides about the call. */
export const DEFERRED_CALL = 'deferred_call'

/** The origin of a message that an MCP server pushed; `cause` is the line that the screen showed of it. */
export const CHANNEL_ORIGIN = 'channel'

/** The origin of a message that another session of the person sent; `cause` as above. */
export const PEER_ORIGIN = 'peer'

export const toolUses = (blocks: readonly Block[]): readonly ToolUseBlock[] =>
  blocks.filter((block): block is ToolUseBlock => block.type === 'tool_use')

export const plainText = (content: string | readonly Block[]): string =>
  typeof content === 'string'
    ? content
    : content
        .filter((block): block is TextBlock => block.type === 'text')
        .map(block => block.text)
        .join('')
