import type { HookSettings } from '../../protocol/hook.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Effort, Thinking } from '../../protocol/model.ts'
import type { KeepOut, PermissionMode, Rule } from '../../protocol/permission.ts'

/** What every thread has of its own: a turn reads it, and its calls may change it. */
export interface ThreadState {
  mode: PermissionMode
  model: string
  /** Undefined: the default of the model. */
  effort?: Effort | undefined
  thinking?: Thinking | undefined
  /** Summaries of what the model thinks are asked for; undefined: as the session began. */
  summaries?: boolean | undefined
  /** Faster answers for a higher price, where the model has them. */
  fast?: boolean
  /** Room is made by itself when the window fills. */
  autoCompact?: boolean
  /** As if the window were so large, in the place of what the session began with. */
  compactAs?: { readonly window: number }
  cwd: string
  roots: readonly string[]
  /** The checkout that the thread works beside, in a worktree. */
  keepOut?: KeepOut | undefined
}

/** One model for plans, and one that carries them out. */
export interface ModelDuo {
  readonly plans: string
  readonly works: string
}

/** What is the same for all threads of a session. */
export interface SessionState {
  /** Which model the conversation uses is up to its mode. Absent: it is the same in all. */
  duo?: ModelDuo | undefined
  /** The model that is asked for advice. */
  advisor?: string | undefined
  /** What the conversation is called. */
  title?: string | undefined
  /** Output tokens that each turn should use up, and not more. */
  tokenBudget?: number | undefined
  /** The conversation only hands work to agents. */
  coordinator?: boolean
  /** The conversation looks around by itself while it is quiet. */
  assistant?: boolean
  rules: readonly Rule[]
  /** In the place of what the session began with, once settings have changed. */
  hooks?: HookSettings
  env?: Readonly<Record<string, string>>
  bypassRefused?: LocalizedText | undefined
  autoRefused?: LocalizedText | undefined
}

/** A thread in its session. */
export interface Live extends ThreadState, SessionState {}
