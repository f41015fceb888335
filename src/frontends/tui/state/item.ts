import type { MentionFacts } from '../../../protocol/attachment.ts'
import type { BudgetUse } from '../../../protocol/budgets.ts'
import type { NoticeLevel } from '../../../protocol/message.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'

/** One thing in the transcript, as data: what it shows is decided when it is rendered, for a width and a theme. */
export type Item =
  | { readonly kind: 'banner'; readonly id: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'user'
      readonly id: string
      readonly text: string
      /** Attached pictures and documents. */
      readonly attachments: number
      /** When it was written; absent: nobody knows. */
      readonly at?: number
    }
  /** What the prompt before it named with `@`. */
  | { readonly kind: 'mention'; readonly id: string; readonly mention: MentionFacts }
  /** Markdown of the model; `ended` false while it streams. */
  | {
      readonly kind: 'assistant'
      readonly id: string
      readonly text: string
      readonly ended: boolean
      readonly at?: number
    }
  | {
      readonly kind: 'thinking'
      readonly id: string
      readonly text: string
      readonly ended: boolean
      readonly startedAt?: number
      readonly ms?: number
    }
  | ToolItem
  | { readonly kind: 'notice'; readonly id: string; readonly level: NoticeLevel; readonly text: Text }
  /** What a slash command answered. */
  | {
      readonly kind: 'command'
      readonly id: string
      readonly command: string
      readonly text: Text
      /** What was typed stands right above it. */
      readonly echoed?: boolean
    }
  /** A command the person ran with `!`. */
  | {
      readonly kind: 'shell'
      readonly id: string
      readonly command: string
      readonly output: string
      readonly state: 'running' | 'done' | 'failed'
      readonly exitCode?: number
    }
  | { readonly kind: 'compaction'; readonly id: string; readonly text: Text }
  /** An agent or a workflow that has ended. */
  | {
      readonly kind: 'agent'
      readonly id: string
      readonly name: string
      readonly ended: 'done' | 'stopped' | 'failed'
      readonly tools: number
      readonly tokens: number
      /** What it was to do; this and what follows is not known of every thread. */
      readonly about?: string
      readonly usd?: number
      readonly ms?: number
      /** It was a workflow: its steps, and what kept it from its end. */
      readonly workflow?: { readonly done: number; readonly steps: number; readonly error?: string }
    }
  | {
      readonly kind: 'ending'
      readonly id: string
      readonly level: 'quiet' | 'warning' | 'error'
      readonly cause: Ending
      readonly spent?: Spent
    }

export interface ToolItem {
  readonly kind: 'tool'
  /** The id of the call. */
  readonly id: string
  readonly name: string
  /** As far as it has arrived; `{}` until then. */
  readonly input: unknown
  /** What is shown of it; absent: whoever runs the session gives none. */
  readonly presentation?: Presentation
  readonly state:
    | 'arriving'
    /** Whole, and not begun: looked at, or behind another call of the reply. */
    | 'queued'
    /** For the person's answer. */
    | 'waiting'
    | 'running'
    | 'done'
    | 'failed'
    | 'denied'
    | 'interrupted'
    | 'background'
  /** What the model was told; cut for the screen when very long. */
  readonly text?: string
  /** Why the call was refused, for people. */
  readonly refusal?: LocalizedText
  /** The tool's structured output. */
  readonly output?: unknown
  /** It only looked, ended well and has nothing to tell beside its text. */
  readonly look?: boolean
  /** The person was asked before it ran. */
  readonly asked?: boolean
  /** What the person said with their yes. */
  readonly said?: string
  /** The last thing it reported while running. */
  readonly progress?: { readonly text: string; readonly bytes?: number }
  readonly startedAt?: number
  readonly endedAt?: number
}

/** What a turn took; what is too little to say, or not known, is absent. */
export interface Spent {
  readonly ms?: number
  readonly usd?: number
}

/** How a turn ended, where that is worth a line. */
export type Ending =
  | { readonly kind: 'completed' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'program_stopped' }
  | { readonly kind: 'max_turns'; readonly limit: number }
  | { readonly kind: 'budget'; readonly use: BudgetUse }
  | { readonly kind: 'message'; readonly text: Text }
