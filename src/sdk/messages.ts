import type { SdkMessage } from '../protocol/control/sdk-message.ts'
import type { UserMessage } from '../protocol/message.ts'

/** Everything a run yields, told apart by `type` and `subtype`. */
export type SDKMessage = Exclude<SdkMessage, { type: 'transcript_mirror' }>
export type SDKAssistantMessage = Extract<SDKMessage, { type: 'assistant' }>
/** The last message of every turn: cost, usage and the final text, or what went wrong. */
export type SDKResultMessage = Extract<SDKMessage, { type: 'result' }>
/** The first message of every turn. */
export type SDKSystemMessage = Extract<SDKMessage, { type: 'system'; subtype: 'init' }>

/** Something said to the model, for a prompt that is a stream. */
export interface SDKUserMessage {
  readonly type: 'user'
  readonly message: {
    readonly role: 'user'
    readonly content: string | UserMessage['message']['content']
  }
  readonly parent_tool_use_id?: string | null
  readonly session_id?: string
  /** Chosen for you when absent. */
  readonly uuid?: string
  readonly priority?: 'now' | 'next' | 'later'
  /** False: added to the conversation without a turn of its own. */
  readonly shouldQuery?: boolean
}
