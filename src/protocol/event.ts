import type { AgentOrigin } from './agents/agent-origin.ts'
import type { AgentInfo } from './agents/agents.ts'
import type { AssistantUse } from './agents/assistant-use.ts'
import type { WorkflowInfo } from './agents/workflow.ts'
import type { EditorState } from './editor/linked-editor.ts'
import type { MessageEntry } from './entry.ts'
import type { LoadedPlugin } from './extensions/roots.ts'
import type { ServerState } from './extensions/server.ts'
import type { HookInput } from './hook.ts'
import type { NoticeLevel, ToolResultBlock, ToolUseBlock } from './message.ts'
import type { LocalizedText } from './messages/localized-text.ts'
import type { Presentation } from './messages/presentation.ts'
import type { Effort, Retry, StreamEvent } from './model.ts'
import type { PermissionDenial, PermissionMode, PermissionRequest } from './permission.ts'
import type { ToPerson } from './person.ts'
import type { RewindReport } from './session/file-history.ts'
import type { MoveReport } from './session/session-tree.ts'
import type { TaskInfo } from './tool.ts'
import type { BrowserState } from './tools/browser.ts'
import type { Terminal, Transition } from './transition.ts'
import type { UiRequest } from './ui-request.ts'
import type { CostState, RateLimits, Usage } from './usage.ts'

/** What front ends see. An `entry` is on disk before it is shown; every other event may be lost without harm. */
export type Event = Happening & {
  /** The thread it comes from; absent: the conversation. */
  readonly agent?: AgentOrigin
}

type Happening =
  | { readonly type: 'turn_started'; readonly turn: TurnInfo }
  | {
      readonly type: 'entry'
      readonly entry: MessageEntry
      readonly replay?: boolean
      /** What a screen shows in the place of its words: a hook wants it so. */
      readonly display?: string
    }
  | {
      readonly type: 'stream'
      readonly event: StreamEvent
      readonly ttftMs?: number
      /** Of a call that begins, for a front end that asked for it. */
      readonly presentation?: Presentation
    }
  /** These entries no longer count: take them off the screen. */
  | { readonly type: 'tombstone'; readonly uuids: readonly string[] }
  | { readonly type: 'transition'; readonly transition: Transition }
  /** What one model call used; `partial` when it did not come to its end. */
  | {
      readonly type: 'usage'
      readonly model: string
      readonly usage: Usage
      /** Waits between attempts included. */
      readonly durationMs: number
      /** The attempt that counted, alone. */
      readonly apiMs: number
      readonly partial: boolean
      /** Of the reply, as its records name it. */
      readonly replyId?: string
      /** Of the request, as they name it. */
      readonly requestId?: string
      readonly limits?: RateLimits
    }
  | ({ readonly type: 'retry' } & Retry)
  | {
      readonly type: 'notice'
      readonly level: NoticeLevel
      /** English. */
      readonly text: string
      readonly localized: LocalizedText
      readonly toolUseId?: string
      /** All that it counts, each on a line, for who has room for that. */
      readonly details?: readonly LocalizedText[]
    }
  /** Said, handed over or called out by the model while it works. */
  | ({ readonly type: 'to_person' } & ToPerson)
  | {
      readonly type: 'status'
      readonly status: 'requesting' | 'compacting' | null
      readonly mode?: PermissionMode
    }
  /** It may run, its turn has come, and it does: what stands before it in the reply may have had to end first. */
  | { readonly type: 'tool_started'; readonly toolUseId: string }
  | {
      readonly type: 'tool_progress'
      readonly toolUseId: string
      readonly toolName: string
      readonly elapsedMs: number
      readonly text: string
      readonly bytes?: number
    }
  /** A call that a script makes, and once it has ended its result in short; nothing of it is in the conversation. */
  | {
      readonly type: 'script_call'
      /** The call of the script. */
      readonly parent: string
      readonly call: ToolUseBlock
      readonly result?: ToolResultBlock
      readonly at: string
    }
  | { readonly type: 'permission_request'; readonly request: PermissionRequest }
  /** Answered, or withdrawn because the turn ended. */
  | {
      readonly type: 'permission_settled'
      readonly id: string
      readonly withdrawn: boolean
      /** `lasting`: a yes that also holds for later calls; `stopped`: a no that ends the turn. */
      readonly answer?: 'once' | 'lasting' | 'declined' | 'stopped'
    }
  | {
      readonly type: 'permission_denied'
      readonly toolName: string
      readonly toolUseId: string
      readonly reasonType: string
      /** English. */
      readonly message: string
      readonly localized: LocalizedText
    }
  | { readonly type: 'hook'; readonly hook: HookReport }
  /** The program that drives this one is to answer (op `answer_hook`); the time for it may run out. */
  | {
      readonly type: 'hook_callback'
      readonly id: string
      readonly callbackId: string
      readonly input: HookInput
    }
  /** Answered, or nobody waits for it any more. */
  | { readonly type: 'hook_settled'; readonly id: string; readonly withdrawn: boolean }
  /** A hook's word to the terminal itself: its title, a notification, the bell. Nothing else is in it. */
  | { readonly type: 'terminal_sequence'; readonly sequence: string }
  /** Background work began or ended; `running` is what is left of it. */
  | {
      readonly type: 'task'
      readonly change: 'started' | 'ended'
      readonly task: TaskInfo
      readonly summary: string
      readonly running: readonly TaskInfo[]
    }
  /** An agent began, got on, went to the background or ended; at most a few times a second for each. */
  | { readonly type: 'agent_changed'; readonly info: AgentInfo }
  /** A step of a workflow began or ended, or the whole of it. */
  | { readonly type: 'workflow_changed'; readonly info: WorkflowInfo }
  /** What a command answered; no model took part. */
  | {
      readonly type: 'command_output'
      readonly command: string
      readonly text: string
      readonly localized: LocalizedText
    }
  /** A command of the person's own (`shell` op). `text` is the end of its output so far, cut for a screen. */
  | {
      readonly type: 'shell'
      readonly id: string
      readonly command: string
      readonly phase: 'started' | 'output' | 'ended'
      readonly text: string
      readonly exitCode?: number
    }
  /** A command, or the person in their editor, wants something only a front end with a screen can do. */
  | { readonly type: 'ui_request'; readonly request: UiRequest }
  /** What the next request goes with has changed; absent fields have not. */
  | {
      readonly type: 'session_changed'
      readonly model?: string
      readonly mode?: PermissionMode
      /** Null: the default of the model. */
      readonly effort?: Effort | null
      /** Requests ask for faster answers, or no longer do. */
      readonly fast?: boolean
      /** Coordinator mode begins or ends. */
      readonly coordinator?: boolean
      /** Assistant mode begins, ends, or has another time for its next check-in; null: it is off. */
      readonly assistant?: AssistantUse | null
      readonly title?: string
      readonly cwd?: string
      /** Of several keys another one is used, by the name of where it is. */
      readonly key?: string
    }
  /** What the person might say next, or what happened while nobody looked; made beside the conversation, never part of it. */
  | { readonly type: 'aside'; readonly kind: 'suggestion' | 'recap'; readonly text: string }
  /** What a finished group of calls did, in one line; made beside the conversation. */
  | { readonly type: 'batch_label'; readonly toolUseIds: readonly string[]; readonly text: string }
  /** Commands or tools came or went: what was asked about them must be asked anew (query `commands`). */
  | { readonly type: 'contributions_changed' }
  /** The editor of the person's came, went, or has something else selected. */
  | { readonly type: 'editor_changed'; readonly editor: EditorState }
  /** The browser was switched on or off, or shows something else. */
  | { readonly type: 'browser_changed'; readonly state: BrowserState }
  | { readonly type: 'files_rewound'; readonly report: RewindReport }
  /** The conversation goes on from another message: what is on the screen must be read anew (query `history`). */
  | { readonly type: 'branch_changed'; readonly report: MoveReport }
  | { readonly type: 'turn_ended'; readonly terminal: Terminal; readonly report: TurnReport }

/** What the turn was frozen with. */
export interface TurnInfo {
  readonly sessionId: string
  readonly cwd: string
  readonly tools: readonly string[]
  readonly model: string
  readonly mode: PermissionMode
  readonly effort?: Effort
  /** Name of the way it answers; absent: the usual one. */
  readonly outputStyle?: string
  /** Absent: the model has no faster way to answer. */
  readonly fast?: boolean
  /** Names of what can be typed after a slash. */
  readonly commands?: readonly string[]
  /** Names of skills and agents; absent: there are none. */
  readonly skills?: readonly string[]
  readonly agents?: readonly string[]
  readonly credential: string
  /** MCP servers and how they are; absent: there are none. */
  readonly servers?: readonly {
    readonly name: string
    readonly state: ServerState
    /** Why it failed, in English. */
    readonly error?: string
  }[]
  readonly plugins?: readonly LoadedPlugin[]
  /** What is wrong with extensions: a plugin could not be loaded, or a part of it. */
  readonly pluginProblems?: readonly { readonly plugin: string; readonly message: string }[]
  /** Keys of settings files that nothing here goes by. */
  readonly withoutEffect?: readonly { readonly file: string; readonly keys: readonly string[] }[]
  readonly userMessageUuid: string
  /** What began it, where that was no message of a person: news of background work, a clock, a peer. */
  readonly origin?: { readonly kind: string }
}

export interface TurnReport {
  readonly durationMs: number
  readonly apiDurationMs: number
  readonly requests: number
  /** The last text the model gave, or the message of the error that ended the turn. */
  readonly text: string
  /** Of a command: what `text` says, as data. */
  readonly localized?: LocalizedText
  readonly stopReason: string | null
  readonly usage: Usage
  readonly cost: CostState
  /** What this turn cost, its agents included; absent where a model without a known price took part. */
  readonly turnCostUSD?: number
  readonly denials: readonly PermissionDenial[]
  readonly structuredOutput?: unknown
  readonly ttftMs?: number
  /** Messages that still wait for a turn. */
  readonly queued: number
}

export type HookReport = {
  readonly id: string
  readonly name: string
  readonly event: string
  /** What runs, in a few words. */
  readonly label?: string
  /** Who brought it, in a few words. */
  readonly from?: string
} & (
  | {
      readonly phase: 'started'
      /** What to show while it runs. */
      readonly statusMessage?: string
    }
  /** It has said more, and goes on: at most once a second. */
  | { readonly phase: 'progress'; readonly stdout: string; readonly stderr: string }
  | {
      readonly phase: 'ended'
      readonly stdout: string
      readonly stderr: string
      readonly exitCode?: number
      readonly outcome: 'success' | 'error' | 'cancelled'
      readonly durationMs?: number
      /** What it decided, where it decided something. */
      readonly decision?: 'allow' | 'ask' | 'deny' | 'defer' | 'stop'
      /** Nobody waited for it. */
      readonly background?: boolean
    }
)
