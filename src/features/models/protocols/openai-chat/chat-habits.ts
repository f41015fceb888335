import { asList, isRecord, type JsonRecord, parsedJson } from '../../json-shape.ts'

/** In what servers of the chat-completions protocol differ. */
export interface ChatHabits {
  /** How the limit of a reply is named. Absent: `max_tokens`. */
  readonly maxTokens?: 'max_completion_tokens'
  /** How much to think is asked for; `none`: it cannot be. Absent: `reasoning_effort`. */
  readonly effort?: 'reasoning' | 'none'
  /** How it is told to think or not, beside how much; absent: it is not. */
  readonly thinking?: 'enable_thinking' | 'type'
  /** Sent with every request as they are: what the server would do otherwise nobody can read. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Under what name reasoning goes back with the reply it belongs to. Absent: it does not. */
  readonly reasoning?: 'reasoning_content' | 'reasoning' | 'reasoning_details'
  readonly callId?: { readonly pattern: RegExp; readonly length: number }
  /** False: it refuses to be asked for usage in a stream. */
  readonly streamUsage?: false
  /** It reads PDF documents. */
  readonly files?: true
  /**
   * Its models may write calls into their text although they have tools: what they quote could be taken for one, so
   * nobody else is read that way.
   */
  readonly writtenCalls?: true
  /** Tools are described in the prompt, and calls are written as text. */
  readonly tools?: 'text'
}

const DETAILS = 'chat-details:'

/** Signatures that thinking of this protocol is kept with. */
export const CHAT_REASONING = {
  /** Its text is all there is. */
  plain: 'chat',
  writeDetails: (details: readonly unknown[]): string => `${DETAILS}${JSON.stringify(details)}`,
  readDetails(signature: string): readonly JsonRecord[] {
    if (!signature.startsWith(DETAILS)) return []
    return asList(parsedJson(signature.slice(DETAILS.length))).filter(isRecord)
  },
} as const
