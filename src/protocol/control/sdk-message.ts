import type { AssistantErrorKind, AssistantMessage, UserMessage } from '../message.ts'
import type { LocalizedText } from '../messages/localized-text.ts'
import type { StreamEvent } from '../model.ts'
import type { PermissionDenial, PermissionMode } from '../permission.ts'
import type { SdkBrowser } from '../tools/browser.ts'
import type { Usage } from '../usage.ts'
import type { InitializeAnswer } from './control-message.ts'

/** What the program writes on stdout for a host, one JSON object a line. Names are those of the wire. */
export type SdkMessage =
  | SdkInit
  | SdkAssistant
  | SdkUser
  | SdkStreamEvent
  | SdkResult
  | SdkToolProgress
  | SdkStatus
  | SdkApiRetry
  | SdkCompactBoundary
  | SdkInformational
  | SdkCommandOutput
  | SdkToolUseSummary
  | SdkPermissionDenied
  | SdkTombstone
  | (SdkBrowser & SdkIdentity)
  | SdkHookStarted
  | SdkHookProgress
  | SdkHookResponse
  | SdkRateLimit
  | SdkThinkingTokens
  | SdkTaskStarted
  | SdkTaskProgress
  | SdkTaskUpdated
  | SdkTaskNotification
  | SdkBackgroundTasks
  | SdkCommandsChanged
  | SdkSessionState
  | SdkPromptSuggestion
  | SdkConversationReset
  | SdkTranscriptMirror

interface SdkIdentity {
  readonly uuid: string
  readonly session_id: string
}

/** First of every turn: what the turn was frozen with. */
export interface SdkInit extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'init'
  readonly apiKeySource: string
  readonly claude_code_version: string
  readonly cwd: string
  readonly tools: readonly string[]
  readonly mcp_servers: readonly { readonly name: string; readonly status: string }[]
  readonly model: string
  readonly permissionMode: PermissionMode
  readonly slash_commands: readonly string[]
  readonly output_style: string
  readonly skills: readonly string[]
  readonly agents?: readonly string[]
  readonly plugins: readonly { readonly name: string; readonly path: string }[]
  readonly plugin_errors?: readonly {
    readonly plugin: string
    readonly type: string
    readonly message: string
  }[]
  readonly mcp_server_errors?: readonly {
    readonly name: string
    readonly type: string
    readonly message: string
  }[]
  /** Of this program alone: keys of settings files that nothing here goes by. */
  readonly settings_without_effect?: readonly { readonly file: string; readonly keys: readonly string[] }[]
  readonly capabilities: readonly string[]
  readonly betas?: readonly string[]
  readonly effort?: string
  readonly fast_mode_state?: 'on' | 'off'
}

export interface SdkAssistant extends SdkIdentity {
  readonly type: 'assistant'
  readonly message: AssistantMessage['message']
  /** The call that started the agent it comes from; null: the conversation. */
  readonly parent_tool_use_id: string | null
  readonly agent_id?: string
  readonly timestamp: string
  readonly request_id?: string
  readonly error?: AssistantErrorKind
  readonly aborted?: boolean
}

export interface SdkUser extends SdkIdentity {
  readonly type: 'user'
  readonly message: UserMessage['message']
  /** The call that started the agent it comes from; null: the conversation. */
  readonly parent_tool_use_id: string | null
  readonly agent_id?: string
  readonly timestamp: string
  readonly tool_use_result?: unknown
  readonly isSynthetic?: boolean
  readonly isReplay?: boolean
  readonly origin?: { readonly kind: string }
}

interface SdkStreamEvent extends SdkIdentity {
  readonly type: 'stream_event'
  readonly event: StreamEvent
  readonly parent_tool_use_id: string | null
  readonly ttft_ms?: number
}

export interface SdkModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  readonly webSearchRequests: number
  /** The wire wants a number; it is zero, and means nothing, where `costBasis` says `unknown`. */
  readonly costUSD: number
  readonly costBasis?: 'unknown'
  readonly contextWindow: number
  readonly maxOutputTokens: number
}

export type SdkErrorSubtype =
  | 'error_during_execution'
  | 'error_max_turns'
  | 'error_max_budget_usd'
  | 'error_max_structured_output_retries'

export interface SdkResultNumbers extends SdkIdentity {
  readonly type: 'result'
  readonly is_error: boolean
  readonly duration_ms: number
  readonly duration_api_ms: number
  readonly num_turns: number
  readonly stop_reason: string | null
  readonly total_cost_usd: number
  /** Set when a model without a known price took part: the total is then no more than a lower bound. */
  readonly total_cost_basis?: 'unknown' | 'lower_bound' | 'estimate'
  readonly usage: Usage
  readonly modelUsage: Readonly<Record<string, SdkModelUsage>>
  readonly permission_denials: readonly PermissionDenial[]
  readonly terminal_reason: string
  readonly queued_turn_count: number
  readonly structured_output?: unknown
  readonly api_error_status?: number
  /** The call that a hook put off. */
  readonly deferred_tool_use?: { readonly id: string; readonly name: string; readonly input: unknown }
  readonly ttft_ms?: number
  readonly user_message_uuid?: string
  /** What began the turn, where that was no message of the host: `task-notification` for news of background work. */
  readonly origin?: { readonly kind: string }
  /** What still ran in the background when the turn ended; a run without further input ends it a few seconds later. */
  readonly background_tasks?: SdkBackgroundTasks['tasks']
}

/** Exactly one ends each turn. */
/** Of the words of the program in it, `result` or the one of `errors`: which row of the catalog, and what varies. */
interface SdkLocalized {
  readonly localized?: LocalizedText
}

export type SdkResult =
  | (SdkResultNumbers & SdkLocalized & { readonly subtype: 'success'; readonly result: string })
  | (SdkResultNumbers &
      SdkLocalized & {
        readonly subtype: SdkErrorSubtype
        readonly errors: readonly string[]
        /** What the model still said, when it was given the last word. */
        readonly result?: string
      })

export interface SdkToolProgress extends SdkIdentity {
  readonly type: 'tool_progress'
  readonly tool_use_id: string
  readonly tool_name: string
  readonly parent_tool_use_id: string | null
  readonly elapsed_time_seconds: number
}

export interface SdkStatus extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'status'
  readonly status: 'requesting' | 'compacting' | null
  readonly permissionMode?: PermissionMode
}

/** While the model thinks: about how many tokens its reply has thought, and how many more than said before. */
export interface SdkThinkingTokens extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'thinking_tokens'
  readonly estimated_tokens: number
  readonly estimated_tokens_delta: number
}

export interface SdkApiRetry extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'api_retry'
  readonly attempt: number
  readonly max_retries: number
  readonly retry_delay_ms: number
  readonly error_status: number | null
  readonly error: AssistantErrorKind
  /** Ours: why, in one sentence. */
  readonly error_message?: string
  readonly localized?: LocalizedText
  /** Ours: a usage limit is waited for until then; seconds since 1970. */
  readonly resets_at?: number
}

interface SdkCompactBoundary extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'compact_boundary'
  readonly compact_metadata: {
    readonly trigger: 'manual' | 'auto'
    readonly pre_tokens: number
    readonly post_tokens?: number
  }
}

export interface SdkInformational extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'informational'
  /** English. */
  readonly content: string
  readonly localized?: LocalizedText
  readonly level: 'info' | 'notice' | 'suggestion' | 'warning'
  readonly tool_use_id?: string
  readonly prevent_continuation?: boolean
  /** The model says it to the person while it works. */
  readonly to_person?: 'message' | 'file' | 'notification'
}

/** What a command answered, for the person. */
interface SdkCommandOutput extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'local_command_output'
  /** English. */
  readonly content: string
  readonly localized?: LocalizedText
}

/** What a finished group of calls did, in one line. */
interface SdkToolUseSummary extends SdkIdentity {
  readonly type: 'tool_use_summary'
  readonly summary: string
  readonly preceding_tool_use_ids: readonly string[]
}

export interface SdkPermissionDenied extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'permission_denied'
  readonly tool_name: string
  readonly tool_use_id: string
  readonly decision_reason_type: string
  /** English. */
  readonly message: string
  readonly localized?: LocalizedText
  readonly agent_id?: string
}

/** Ours: messages of a dead attempt that no longer count. Hosts that do not know it lose nothing. */
interface SdkTombstone extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'tombstone'
  readonly removed: readonly string[]
}

interface SdkHook extends SdkIdentity {
  readonly type: 'system'
  readonly hook_id: string
  readonly hook_name: string
  readonly hook_event: string
}
export interface SdkHookStarted extends SdkHook {
  readonly subtype: 'hook_started'
}
export interface SdkHookProgress extends SdkHook {
  readonly subtype: 'hook_progress'
  /** All that it has said so far. */
  readonly stdout: string
  readonly stderr: string
  readonly output: string
}

export interface SdkRateLimit extends SdkIdentity {
  readonly type: 'rate_limit_event'
  readonly rate_limit_info: {
    readonly status: 'allowed_warning' | 'rejected'
    /** Seconds since 1970. */
    readonly resetsAt?: number
    /** 0 to 1; more when it was overdrawn. */
    readonly utilization?: number
  }
}

export interface SdkHookResponse extends SdkHook {
  readonly subtype: 'hook_response'
  readonly stdout: string
  readonly stderr: string
  readonly output: string
  readonly outcome: 'success' | 'error' | 'cancelled'
  readonly exit_code?: number
}

type SdkTaskType =
  | 'local_bash'
  | 'local_agent'
  | 'in_process_teammate'
  | 'remote_agent'
  | 'dream'
  | 'local_workflow'
  | 'monitor_mcp'

interface SdkTask extends SdkIdentity {
  readonly type: 'system'
  readonly task_id: string
  readonly tool_use_id?: string
}
export interface SdkTaskStarted extends SdkTask {
  readonly subtype: 'task_started'
  readonly description: string
  readonly task_type: SdkTaskType
  readonly is_backgrounded: boolean
  /** Of an agent: the name of its definition. */
  readonly subagent_type?: string
}
interface SdkTaskUsage {
  readonly total_tokens: number
  readonly tool_uses: number
  readonly duration_ms: number
}
export interface SdkTaskProgress extends SdkTask {
  readonly subtype: 'task_progress'
  readonly description: string
  readonly subagent_type: string
  readonly usage: SdkTaskUsage
  readonly last_tool_name?: string
  readonly summary?: string
}
export interface SdkTaskUpdated extends SdkTask {
  readonly subtype: 'task_updated'
  readonly patch: { readonly is_backgrounded: boolean }
}
export interface SdkTaskNotification extends SdkTask {
  readonly subtype: 'task_notification'
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly output_file: string
  readonly summary: string
  readonly usage?: SdkTaskUsage
}
/** All commands there are now. */
interface SdkCommandsChanged extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'commands_changed'
  readonly commands: InitializeAnswer['commands']
}
/** Whether the session works, waits for the host, or is idle. */
export interface SdkSessionState extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'session_state_changed'
  readonly state: 'idle' | 'running' | 'requires_action'
  /** For the host itself, not for who reads along: it may come behind the last result. */
  readonly sdk_host_only: true
}
/** A guess at what the person says next. */
interface SdkPromptSuggestion extends SdkIdentity {
  readonly type: 'prompt_suggestion'
  readonly suggestion: string
}
/** What was said so far is no longer part of the conversation. */
interface SdkConversationReset extends SdkIdentity {
  readonly type: 'conversation_reset'
  readonly new_conversation_id: string
  readonly trigger: 'clear'
  readonly timestamp: string
}
/** Lines that were written to a session file. */
interface SdkTranscriptMirror {
  readonly type: 'transcript_mirror'
  readonly filePath: string
  readonly entries: readonly unknown[]
}
/** All that still runs. */
export interface SdkBackgroundTasks extends SdkIdentity {
  readonly type: 'system'
  readonly subtype: 'background_tasks_changed'
  readonly tasks: readonly {
    readonly task_id: string
    readonly task_type: SdkTaskType
    readonly description: string
    readonly status: 'running'
    readonly tool_use_id?: string
  }[]
}
