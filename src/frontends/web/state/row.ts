import type { NoticeLevel } from '../../../protocol/message.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'

/** One thing in the transcript, as data. All text in it is foreign. */
export type Row =
  | UserRow
  | TextRow
  | ToolRow
  | ShellRow
  | GroupRow
  | {
      readonly kind: 'notice'
      readonly id: string
      readonly level: NoticeLevel
      readonly text: Text
      readonly details?: readonly Text[]
    }
  | { readonly kind: 'compaction'; readonly id: string; readonly text: string }
  /** What a slash command answered. */
  | { readonly kind: 'answer'; readonly id: string; readonly command: string; readonly text: Text }

export interface Picture {
  readonly type: string
  /** Base64. */
  readonly data: string
}

export interface UserRow {
  readonly kind: 'user'
  readonly id: string
  readonly text: string
  readonly pictures: readonly Picture[]
  /** Documents and whatever else cannot be shown. */
  readonly attachments: number
  /** Who said it, where it was another client. */
  readonly by?: string
  /** When it was written, as the session has it. */
  readonly at?: string
  /** What an agent was asked to do: no word of a person. */
  readonly task?: true
}

/** `told`: said by the model to the person while it works. */
export interface TextRow {
  readonly kind: 'text' | 'thinking' | 'told'
  readonly id: string
  readonly text: string
  readonly streaming?: boolean
  readonly at?: string
}

export type ToolState = 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'stopped' | 'background'

export interface ToolRow {
  readonly kind: 'tool'
  /** Of the call. */
  readonly id: string
  readonly name: string
  readonly input: unknown
  /** What is shown of it; absent: the session gives none. */
  readonly presentation?: Presentation
  readonly state: ToolState
  /** The call is still being written. */
  readonly streaming?: boolean
  /** The last lines of output, or a word on what is going on. */
  readonly progress?: string
  readonly result?: string
  /** Why the call was refused, for people. */
  readonly refusal?: LocalizedText
  /** What the person said with their yes. */
  readonly said?: string
  readonly pictures?: readonly Picture[]
  /** The structured output. */
  readonly output?: unknown
  /** It only looked, ended well and has nothing to tell beside its text. */
  readonly look?: true
  /** Somebody was asked before it ran. */
  readonly asked?: true
}

/** Calls in a row that only looked at things, with the thoughts between them, folded into one. */
export interface GroupRow {
  readonly kind: 'group'
  readonly id: string
  readonly rows: readonly (ToolRow | TextRow)[]
}

/** A command of the person's own. */
export interface ShellRow {
  readonly kind: 'shell'
  readonly id: string
  readonly command: string
  readonly output: string
  readonly running: boolean
  readonly exitCode?: number
}

export const isFinished = ({ state }: ToolRow): boolean => state !== 'waiting' && state !== 'running'

/** The text of a notice, where it depends on the language. */
export const INTERRUPTED = '\u0000interrupted'
export const PROGRAM_STOPPED = '\u0000program stopped'
