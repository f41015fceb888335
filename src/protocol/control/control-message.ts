import type { HookInput } from '../hook.ts'
import type { LocalizedText, Text } from '../messages/localized-text.ts'
import type { PermissionUpdate, TriedFirst } from '../permission.ts'

/** Control messages, the same envelope in both directions: `request_id` belongs to whoever asks. */
export interface ControlRequest<R> {
  readonly type: 'control_request'
  readonly request_id: string
  readonly request: R
}
export interface ControlResponse {
  readonly type: 'control_response'
  readonly response:
    | { readonly subtype: 'success'; readonly request_id: string; readonly response?: unknown }
    | {
        readonly subtype: 'error'
        readonly request_id: string
        /** English. */
        readonly error: string
        readonly localized?: LocalizedText
        readonly error_code?: string | undefined
      }
}
/** Withdraws the sender's own request; there is no reply. */
export interface ControlCancelRequest {
  readonly type: 'control_cancel_request'
  readonly request_id: string
}

/** What we ask the host. */
export interface CanUseTool {
  readonly subtype: 'can_use_tool'
  readonly tool_name: string
  readonly display_name?: string
  readonly mcp_server?: { readonly name: string; readonly source: string }
  readonly input: unknown
  readonly tool_use_id: string
  readonly permission_suggestions: readonly PermissionUpdate[]
  readonly decision_reason: string
  readonly decision_reason_type: string
  readonly blocked_path?: string
  /** One line: what would happen. */
  readonly title?: string
  /** Why it asks, in a sentence. */
  readonly description?: string
  /** It ran in a copy already: a yes keeps what it did there, `forReal: true` with it runs it instead. */
  readonly tried_first?: TriedFirst & { readonly diff?: string }
  /** The agent that wants to make the call; absent: the conversation. */
  readonly agent_id?: string
}

/** A hook that the host answers itself. */
interface HookCallback {
  readonly subtype: 'hook_callback'
  /** As the host called it in `initialize`. */
  readonly callback_id: string
  readonly input: HookInput
  readonly tool_use_id?: string
}

/** One message for an MCP server in the process of the host. */
interface McpMessage {
  readonly subtype: 'mcp_message'
  readonly server_name: string
  readonly message: unknown
}

/** What an MCP server wants to know from the person. */
interface ElicitationRequest {
  readonly subtype: 'elicitation'
  readonly mcp_server_name: string
  readonly message: string
  readonly mode: 'form' | 'url'
  readonly url?: string
  readonly elicitation_id?: string
  readonly requested_schema?: Readonly<Record<string, unknown>>
}

/** Everything a host is sent that is not part of the conversation. */
export type OutboundControl =
  | ControlRequest<CanUseTool | HookCallback | McpMessage | ElicitationRequest>
  | ControlResponse
  | ControlCancelRequest

/** What the answer to `rewind_files` tells the host. */
export type RewindFilesAnswer =
  | { readonly canRewind: false; readonly error: string; readonly localized?: LocalizedText }
  | {
      readonly canRewind: true
      readonly filesChanged: readonly string[]
      readonly insertions: number
      readonly deletions: number
      /** Left as they are, and why. */
      readonly filesKept: readonly {
        readonly path: string
        readonly why: string
        readonly localized?: LocalizedText
      }[]
      readonly notCovered: readonly string[]
      /** The same as data. */
      readonly localizedNotCovered?: readonly Text[]
      /** Rewinding to this id takes it back. */
      readonly undo?: string
    }

/** What the answer to `initialize` tells the host. */
export interface InitializeAnswer {
  readonly commands: readonly {
    readonly name: string
    readonly description: string
    readonly argumentHint: string
  }[]
  readonly agents: readonly {
    readonly name: string
    readonly description: string
    readonly model?: string
  }[]
  readonly output_style: string
  readonly available_output_styles: readonly string[]
  readonly models: readonly {
    readonly value: string
    readonly displayName: string
    readonly description: string
  }[]
  readonly account: { readonly apiKeySource: string; readonly apiProvider?: 'firstParty' }
  readonly claude_code_version: string
  /** A hook that must not fail blocks when it does. */
  readonly hook_on_failure_supported: true
  /** With hooks in the request: they run. */
  readonly hooks_applied?: true
  /** With plugins in the request: whether all of them are loaded. */
  readonly plugins_applied?: boolean
  readonly sdk_mcp_manifests_parked?: Readonly<Record<string, 'not_honoured'>>
  readonly fast_mode_state?: 'on' | 'off'
  /** Questions the host has not answered yet, as they were asked. */
  readonly pending_permission_requests?: readonly ControlRequest<CanUseTool>[]
}
