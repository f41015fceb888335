/** What a field of an event's input is; with `?` it may be absent. */
export type FieldKind = 'text' | 'flag' | 'number' | 'list' | 'any'
type Field = FieldKind | `${FieldKind}?`
export type FieldTable = Readonly<Record<string, Field>>

/** What may stand in `hookSpecificOutput`. */
export type OutputField =
  | 'additionalContext'
  | 'permissionDecision'
  | 'permissionDecisionReason'
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedMCPToolOutput'
  | 'decision'
  | 'retry'
  | 'initialUserMessage'
  | 'sessionTitle'
  | 'watchPaths'
  | 'reloadSkills'
  | 'suppressOriginalPrompt'
  | 'displayContent'
  | 'worktreePath'
  | 'action'
  | 'content'

/** What the program knows about a hook event. */
export interface HookEventRow {
  /** Field of the input that matchers are compared with; empty: there is none, and every matcher matches. */
  readonly matcherField: string
  /** Of a path, matchers are compared with its last part. */
  readonly byFileName?: boolean
  /** In a matcher only letters, digits, `_` and `|` make exact names. */
  readonly wordsOnly?: boolean
  /** Exit 2 or `decision: "block"`: refuse what it is about, or tell the model beside the result. */
  readonly block: 'deny' | 'feedback'
  /** May allow, ask, defer, and replace the tool's input. */
  readonly decides: boolean
  /** May replace what the tool gave back. */
  readonly rewritesOutput: boolean
  /** May say that a refused call can be tried again. */
  readonly retries?: boolean
  /** Answers a question in the person's place, as `decision: {behavior, …}`; exit 2 means nothing. */
  readonly answers?: boolean
  /** What it prints besides JSON is for the model. */
  readonly plainIsContext?: boolean
  /** Exit codes other than 0 are a refusal. */
  readonly anyFailureBlocks?: boolean
  /** Variables that a command exports into a file reach later commands. */
  readonly envFile?: boolean
  /** A model may judge: hooks of type prompt and agent. */
  readonly judged?: boolean
  /** Kinds of hooks that can be used for it; absent: all that `judged` leaves. */
  readonly kinds?: readonly string[]
  /** Seconds, where that is not the usual time. */
  readonly timeoutS?: number
  /** What it adds to the common input. */
  readonly input?: FieldTable
  /** What counts of `hookSpecificOutput`. */
  readonly gives?: readonly OutputField[]
}

export const COMMON = { matcherField: '', block: 'feedback', decides: false, rewritesOutput: false } as const

export const TOOL = {
  tool_name: 'text',
  tool_input: 'any',
  tool_use_id: 'text',
  // Of the script that made the call.
  parent_tool_use_id: 'text?',
} as const

export const SUBAGENT_END = {
  stop_hook_active: 'flag',
  agent_id: 'text',
  agent_type: 'text',
  agent_transcript_path: 'text?',
  last_assistant_message: 'text?',
  background_tasks: 'list?',
  session_crons: 'list?',
} as const

interface Kinds {
  readonly text: string
  readonly flag: boolean
  readonly number: number
  readonly list: readonly unknown[]
  readonly any: unknown
}

type Required<T extends FieldTable> = {
  readonly [K in keyof T as T[K] extends FieldKind ? K : never]: T[K] extends FieldKind ? Kinds[T[K]] : never
}
type Optional<T extends FieldTable> = {
  readonly [K in keyof T as T[K] extends FieldKind ? never : K]?:
    | (T[K] extends `${infer F extends FieldKind}?` ? Kinds[F] : never)
    | undefined
}

/** The fields that whoever fires an event has to give. */
export type FieldsOf<Row> = Row extends { readonly input: infer T extends FieldTable }
  ? Required<T> & Optional<T>
  : Readonly<Record<string, never>>
