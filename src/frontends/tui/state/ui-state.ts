import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { VisitedWorktree } from '../../../protocol/agents/worktree-visit.ts'
import type { EditorState } from '../../../protocol/editor/linked-editor.ts'
import type { MessageEntry } from '../../../protocol/entry.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import type { Effort } from '../../../protocol/model.ts'
import type { PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import type { CostState, RateLimits, Usage } from '../../../protocol/usage.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { SessionColor } from '../theme/session-colors.ts'
import type { Item, ToolItem } from './item.ts'

/** A link below the prompt. */
export interface FooterBadge {
  readonly url: string
  readonly label: string
}

/** What a second press of a key does. */
export type SecondPress = 'exit' | 'clear' | 'rewind' | 'stop_agents'

/** All the terminal shows, as one value. Changed only by `reduce`. */
export interface UiState {
  readonly session: SessionFacts
  readonly transcript: Transcript
  /** Present while the model or a command of ours works. */
  readonly turn?: TurnState
  /** Typed while it worked and not yet delivered, oldest first. */
  readonly queue: readonly Queued[]
  /** Questions that wait for the person; the first is on the screen. */
  readonly requests: readonly PermissionRequest[]
  /** Dialogs, the last is on the screen. Questions go before them. */
  readonly panels: readonly OpenPanel[]
  readonly prompt: PromptState
  readonly todos: readonly TodoRow[]
  readonly tasks: readonly TaskInfo[]
  /** Agents at work, in the order they began, and the last of those that have ended. */
  readonly agents: readonly AgentRow[]
  /** The agent whose own transcript is on the screen. */
  readonly watched?: WatchedAgent
  /** Short words below the prompt that go away by themselves. */
  readonly toasts: readonly Toast[]
  readonly showTodos: boolean
  /** Everything unfolded: thinking, results. */
  readonly verbose: boolean
  /** Only what was said: no calls, no thinking. */
  readonly focus?: boolean
  /** Of what the model says and does, only what it sent with Brief. */
  readonly brief?: boolean
  /** The model's guess at what comes next, greyed out in an empty prompt. */
  readonly suggestion?: string
  /** A first Ctrl-C, Ctrl-D or Esc that waits for the second. */
  readonly armed?: {
    readonly what: SecondPress
    readonly key: string
    readonly until: number
  }
  readonly focused: boolean
  /** The part of the line below the prompt that keys are for just now. */
  readonly footerItem?: string | undefined
  /** The color of this session, where the person gave it one. */
  readonly color?: SessionColor | undefined
  /** The help was opened once: it need not be pointed out any more. */
  readonly helped?: boolean
  /** An example of what could be asked here, greyed out until something was said. */
  readonly example?: string
  /** How long a turn took is said of every one, or of none; undefined: of long ones. */
  readonly durations?: boolean | undefined
}

export interface SessionFacts {
  readonly ready: boolean
  readonly id: string
  readonly title?: string
  readonly cwd: string
  readonly model: string
  readonly effort?: Effort
  /** Fast mode is on. */
  readonly fast?: boolean
  readonly coordinator?: boolean
  readonly mode: PermissionMode
  /** What the mode was when plan mode began. */
  readonly modeBeforePlan?: PermissionMode
  readonly cost?: CostState
  readonly context?: { readonly tokens: number; readonly window: number; readonly compactAt?: number }
  readonly transcriptPath?: string
  readonly thinking?: boolean
  /** Where it was begun; `cwd` may have moved on. */
  readonly projectDir?: string
  /** Further directories it may work in. */
  readonly addedDirs?: readonly string[]
  /** Of the last request. */
  readonly usage?: Usage
  /** The person's editor; absent: none was ever connected. */
  readonly editor?: EditorState
  /** As the provider said last; absent: it says nothing. */
  readonly limits?: RateLimits
  /** The message that the last turn began with. */
  readonly promptId?: string
  /** Of several keys the one in use, once another was at its limit. */
  readonly key?: string
  /** The profile whose settings and keys count. */
  readonly profile?: string
  /** The agent that the conversation runs as. */
  readonly agent?: string
  /** Where the conversation works; undefined: in none. */
  readonly worktree?: VisitedWorktree | undefined
  /** What goes on by itself: loops and schedules, a goal, assistant mode. */
  readonly byItself?: ByItself
  /** How many follow from elsewhere; absent: nobody can. */
  readonly watchers?: number | undefined
  /** What the conversation named, as links. */
  readonly links?: readonly FooterBadge[]
  /** Addresses of those that the person took away. */
  readonly dismissed?: readonly string[]
  /** Rows of agents that the person's own program wrote, by their ids; empty: none. */
  readonly agentRows?: Readonly<Record<string, string>>
}

export interface ByItself {
  /** Loops, which Esc stops. */
  readonly loops: number
  readonly schedules: number
  readonly goal?: { readonly rounds: number; readonly of: number }
  readonly assistant?: {
    readonly usd: number
    readonly of: number
    /** When it checks in next, in milliseconds since the epoch. */
    readonly nextAt?: number
    readonly paused?: boolean
  }
}

/** Finished items in order, then those still in progress. */
export interface Transcript {
  readonly done: readonly Item[]
  readonly live: readonly Item[]
  /** Grows whenever the whole must be printed again (another branch, cleared). */
  readonly generation: number
  /** Begun on an empty screen, after `/clear`. */
  readonly cleared?: boolean
}

export interface TurnState {
  readonly startedAt: number
  /** Of the reply that streams. */
  readonly reply: string
  /** What the model does, or is waited for to do; calls and questions are read from what is open (`doingOf`). */
  readonly phase:
    | 'requesting'
    | 'thinking'
    | 'responding'
    | 'calling'
    | 'finishing'
    | 'compacting'
    | 'retrying'
  /** A hook that runs, with what whoever wrote it wants to be shown meanwhile. */
  readonly hook?: { readonly id: string; readonly text: string } | undefined
  /** Of this turn, estimated while streaming. */
  readonly outputTokens: number
  /** When something last arrived from the model. */
  readonly heardAt: number
  readonly retry?: {
    readonly attempt: number
    readonly maxAttempts: number
    readonly at: number
    readonly why: string
    readonly host?: string
    /** A usage limit ends then, and is waited for. */
    readonly waits?: true
  }
  readonly interrupting: boolean
  /** A question has been open since then. */
  readonly askedAt?: number | undefined
  /** Spent by the person over earlier questions. */
  readonly idleMs: number
}

export interface Queued {
  readonly uuid: string
  readonly text: string
  /** `step`: told to the model at its next pause. `end`: begins a turn of its own. */
  readonly when: 'step' | 'end'
}

export interface OpenPanel {
  readonly name: string
  readonly params: unknown
  /** The program opened it by itself: what is typed just then is not meant for it. */
  readonly unasked?: boolean
}

/** An agent: another thread than the conversation. */
export interface AgentRow {
  readonly id: string
  readonly name: string
  /** What the session says of it; absent: a thread of something else, which is gone when its turn ends. */
  readonly info?: AgentInfo
  readonly startedAt: number
  /** The call that runs; absent: the model thinks or speaks. */
  readonly call?: Pick<ToolItem, 'id' | 'name' | 'input' | 'presentation'>
  /** Calls it has made. */
  readonly tools: number
  /** Its last request with what came back. */
  readonly tokens: number
}

/** One agent's own conversation. */
export interface WatchedAgent {
  readonly id: string
  readonly transcript: Transcript
  readonly turn?: TurnState
  /** Said before its file was read; absent: it has been. */
  readonly early?: readonly MessageEntry[]
}

export interface TodoRow {
  readonly content: string
  readonly activeForm?: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

export interface Toast {
  readonly id: number
  readonly level: 'info' | 'good' | 'warning' | 'error'
  readonly text: Text
  readonly until: number
}
