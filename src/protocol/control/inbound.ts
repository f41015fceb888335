import type { HookSettings } from '../hook.ts'
import type { UserBlock } from '../message.ts'
import type { PermissionMode } from '../permission.ts'
import type { ControlCancelRequest, ControlRequest, ControlResponse } from './control-message.ts'

/** What a host writes on our stdin, one JSON object a line. Further fields may be there and are left alone. */
export type InboundLine =
  | InboundUser
  | ControlRequest<InboundRequest>
  | ControlResponse
  | ControlCancelRequest
  | { readonly type: 'keep_alive' }

export interface InboundUser {
  readonly type: 'user'
  readonly message: { readonly role: 'user'; readonly content: string | readonly UserBlock[] }
  readonly uuid?: string | undefined
  /** False: join the history, start no turn. */
  readonly shouldQuery?: boolean | undefined
  readonly isSynthetic?: boolean | undefined
}

/** A request by its envelope; the fields of each subtype are checked when it is served. */
export interface InboundRequest {
  readonly subtype: string
  readonly [field: string]: unknown
}

export interface InterruptRequest {
  readonly subtype: 'interrupt'
  readonly cancel_queued?: boolean | null | undefined
}
export interface SetModelRequest {
  readonly subtype: 'set_model'
  readonly model?: string | null | undefined
}
export interface SetPermissionModeRequest {
  readonly subtype: 'set_permission_mode'
  readonly mode: PermissionMode
}

export interface RewindFilesRequest {
  readonly subtype: 'rewind_files'
  readonly user_message_id: string
  readonly dry_run?: boolean | null | undefined
  /** Also overwrite what somebody else has changed. */
  readonly force?: boolean | null | undefined
}
export interface StopTaskRequest {
  readonly subtype: 'stop_task'
  readonly task_id: string
}
export interface BackgroundTasksRequest {
  readonly subtype: 'background_tasks'
  /** Absent: every running command. */
  readonly tool_use_id?: string | null | undefined
}

/** `mcp_reconnect`, `mcp_toggle`. */
export interface ServerRequest {
  readonly subtype: string
  readonly serverName: string
  readonly enabled?: boolean | null | undefined
}

/** The parts of `initialize` that change a run, in one spelling. */
export interface InitializeFields {
  /** The whole system prompt; `['']` means an empty one, absent the product's own. */
  readonly systemPrompt?: readonly string[]
  readonly appendSystemPrompt?: string
  readonly jsonSchema?: Readonly<Record<string, unknown>>
  readonly title?: string
  /** Hooks that the host answers itself. */
  readonly hooks?: HookSettings
  /** Names of MCP servers in the process of the host. */
  readonly sdkMcpServers?: readonly string[]
}
