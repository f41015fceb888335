/** What fills the window, and what a compaction does to it. Numbers of tokens are estimates unless said otherwise. */

export interface ContextUsage {
  readonly model: string
  readonly window: number
  /** Where auto-compaction begins; absent when it is off. */
  readonly compactAt?: number
  /** Estimated size of the next request. */
  readonly tokens: number
  /** How our estimate of the last request compares with what the provider reported: reported ÷ estimated. */
  readonly drift?: number
  readonly items: readonly ContextItem[]
}

export interface ContextItem {
  readonly kind:
    | 'system'
    | 'tools'
    | 'instructions'
    | 'memory'
    | 'summary'
    | 'user'
    | 'assistant'
    | 'tool_result'
    | 'attachment'
  readonly name: string
  readonly tokens: number
  /** How many things it stands for. */
  readonly count: number
}

export interface CompactRequest {
  /** What the summary should dwell on. */
  readonly instructions?: string
  /** Only says what would be kept, dropped and carried over; nothing is written. */
  readonly preview?: boolean
  /** Nothing is written when the conversation would not get shorter by it. */
  readonly onlyIfShorter?: boolean
  /** Only what stands before, or after, this message is put together. */
  readonly part?: { readonly messageUuid: string; readonly side: 'before' | 'after' }
}

export interface CompactReport {
  readonly before: number
  readonly after: number
  /** Which stage did it. */
  readonly by: string
  /** What stands in place of the messages that are not sent any more. */
  readonly summary: string
  /** Carried over word for word. */
  readonly carried: readonly {
    readonly kind: 'request' | 'todo' | 'plan' | 'effect' | 'refused' | 'message'
    readonly text: string
    /** Where its whole text is, when it may have to be cut. */
    readonly messageUuid?: string
  }[]
  /** It would not have got shorter, and so it stays as it is. */
  readonly unchanged?: true
  /** The boundary; undoing the compaction means going back to before it. Absent in a preview. */
  readonly boundaryUuid?: string
}

/** A side effect of the session, so that it is neither forgotten nor repeated. */
export interface Effect {
  /**
   * `answer`: what the person said to a question; `goal`: a goal of the person that is over, `done` when it was reached;
   * `external`: a file that the session is not known to have changed itself; the detail says how it changed.
   */
  readonly kind: 'command' | 'write' | 'delete' | 'fetch' | 'answer' | 'goal' | 'external' | 'other'
  /** The command, path or address, in one line. */
  readonly text: string
  readonly outcome: 'done' | 'failed' | 'interrupted' | 'running' | 'refused'
  /** More about the outcome, in one line: the exit code, the last line of an error, why it was refused. */
  readonly detail?: string
  /** What the person said when they decided about the call, word for word. */
  readonly said?: string
  /** The background work it started. */
  readonly taskId?: string
  /** Absent when it was found by looking at the files afterwards. */
  readonly toolUseId?: string
  readonly at: string
  /** The user message on whose behalf it happened. */
  readonly userMessageUuid?: string
}

/** An effect as the call that had it tells it. */
export type CallEffect = Pick<Effect, 'kind' | 'text' | 'outcome' | 'detail' | 'said' | 'taskId'>

export type DecisionReasonType =
  | 'rule'
  | 'mode'
  | 'hook'
  | 'workingDir'
  | 'safetyCheck'
  | 'subcommandResults'
  | 'sandboxOverride'
  | 'classifier'
  | 'other'

/** Who let a call run: the person who was asked, or what decided without asking. */
export interface Approval {
  readonly by: 'person' | 'channel' | DecisionReasonType
  /** The rule as it is written; the channel that the person answered through. */
  readonly text?: string
}
