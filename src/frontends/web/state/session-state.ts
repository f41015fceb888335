import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { AssistantUse } from '../../../protocol/agents/assistant-use.ts'
import type { ContextUsage } from '../../../protocol/context.ts'
import type { EditorState } from '../../../protocol/editor/linked-editor.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import type { Effort, Retry } from '../../../protocol/model.ts'
import type { PermissionMode, PermissionRequest } from '../../../protocol/permission.ts'
import type { ClientInfo } from '../../../protocol/serve/wire.ts'
import type { TaskInfo } from '../../../protocol/tool.ts'
import type { BrowserState } from '../../../protocol/tools/browser.ts'
import type { CostState } from '../../../protocol/usage.ts'
import type { Row } from './row.ts'
import type { Result } from './tool-result.ts'

/** Said here, and not yet in the conversation. */
export interface Queued {
  readonly uuid: string
  readonly text: string
}

/** One block of a reply that streams. `input` is JSON that is not whole yet. */
export interface LiveBlock {
  readonly index: unknown
  /** Of a call. */
  readonly presentation?: Presentation
  readonly kind: 'text' | 'thinking' | 'tool' | 'other'
  readonly id: string
  readonly name: string
  readonly text: string
}

/** What one thread of the session shows while it goes on. */
export interface LiveReply {
  readonly id: string
  readonly blocks: readonly LiveBlock[]
}

/** All that the page knows of a session. */
export interface SessionState {
  readonly rows: readonly Row[]
  readonly known: ReadonlySet<string>
  readonly orphans: ReadonlyMap<string, Result>
  /** There are messages before the first row. */
  readonly more: boolean
  /** The history was read. */
  readonly read: boolean
  readonly live: LiveReply
  readonly running: boolean
  readonly status: 'requesting' | 'compacting' | null
  readonly retry?: Retry
  readonly requests: readonly PermissionRequest[]
  readonly queue: readonly Queued[]
  readonly agents: ReadonlyMap<string, AgentInfo>
  /** What agents do, by their ids: the last rows of each. */
  readonly agentRows: ReadonlyMap<string, readonly Row[]>
  readonly tasks: readonly TaskInfo[]
  readonly todos: readonly { readonly content: string; readonly status: string }[]
  readonly clients: readonly ClientInfo[]
  readonly suggestion: string
  readonly model: string
  readonly mode: PermissionMode
  readonly effort?: Effort | null
  /** Null: assistant mode is off. */
  readonly assistant: AssistantUse | null
  /** The person's editor; absent: none was heard of. */
  readonly editor?: EditorState
  /** The browser that the model drives; absent: none was heard of. */
  readonly browser?: BrowserState
  readonly title: string
  readonly cwd: string
  readonly cost?: CostState
  readonly context?: ContextUsage
  /** Changes whenever the conversation is another one than before. */
  readonly generation: number
}

export const NO_REPLY: LiveReply = { id: '', blocks: [] }

export const EMPTY_SESSION: SessionState = {
  rows: [],
  known: new Set(),
  orphans: new Map(),
  more: false,
  read: false,
  live: NO_REPLY,
  running: false,
  status: null,
  requests: [],
  queue: [],
  agents: new Map(),
  agentRows: new Map(),
  tasks: [],
  todos: [],
  clients: [],
  suggestion: '',
  model: '',
  mode: 'default',
  assistant: null,
  title: '',
  cwd: '',
  generation: 0,
}
