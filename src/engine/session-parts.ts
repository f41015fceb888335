import type { Permissions } from '../features/permissions/permissions.ts'
import type { CompiledEngines } from '../lib/script-engine/script-thread.ts'
import type { Event } from '../protocol/event.ts'
import type { PermissionDenial } from '../protocol/permission.ts'
import type { OpenThread } from '../protocol/thread.ts'
import type { Terminal } from '../protocol/transition.ts'
import type { SessionWork } from './add-work.ts'
import type { PermissionDesk } from './calls/permission-desk.ts'
import type { SessionChannels } from './channels/part.ts'
import type { EngineConfig } from './config.ts'
import type { Contributions } from './contributions/part.ts'
import type { SessionEditor } from './editor/part.ts'
import type { Notifications } from './hooks/notifications.ts'
import type { Hooks } from './hooks/part.ts'
import type { LanguageServers } from './language-servers/part.ts'
import type { Live } from './live/state.ts'
import type { SharedPorts } from './ports/shared-ports.ts'
import type { SessionSandbox } from './sandbox/part.ts'
import type { TryFirst } from './sandbox/try-first/part.ts'
import type { Scope } from './scope.ts'
import type { Scratchpad } from './scratchpad/part.ts'
import type { Mcp } from './servers/part.ts'
import type { SettingsPart } from './settings/part.ts'
import type { SessionRuns } from './settings/session-runs.ts'
import type { Skills } from './skills/part.ts'
import type { Purse } from './spending/part.ts'
import type { SessionTasks } from './tasks/part.ts'
import type { SideRequest } from './turn/side-request.ts'

/** What all threads of a session share. */
export interface Session {
  readonly scope: Scope
  readonly config: EngineConfig
  /** As it was given, with a model whose requests nobody watches yet. */
  readonly given: EngineConfig
  /** Mode, model and place of the conversation; rules, hooks and environment of all threads. */
  readonly live: Live
  readonly desk: PermissionDesk
  readonly purse: Purse
  readonly permissions: Permissions
  readonly sandbox: SessionSandbox | undefined
  /** Absent: commands are asked about without a try. */
  readonly tryFirst: (() => Promise<TryFirst>) | undefined
  readonly shared: SharedPorts
  /** Calls of its agents that were not allowed, until a turn of the conversation reports them. */
  readonly agentDenials: PermissionDenial[]
  /** Heard of by the conversation: it ends before what it runs in. */
  readonly tasks: SessionTasks
  readonly hooks: Hooks
  readonly notifications: Notifications
  readonly settings: SettingsPart
  readonly runs: SessionRuns
  readonly contributions: Contributions
  readonly mcp: Mcp
  /** MCP servers that may push messages; absent: none may. */
  readonly channels?: SessionChannels
  readonly skills: Skills
  readonly languages: LanguageServers
  readonly editor: SessionEditor
  /** Opens other threads, once there is somebody to open them. */
  readonly work: SessionWork
  readonly scratchpad: Scratchpad
  readonly threads: { open?: OpenThread }
  readonly request: SideRequest
  /** Hears of files that are not as any model saw them any more. */
  readonly forgetFiles: Set<(path: string) => void>
  /** Ends a turn that runs, for a cause outside of it: that of the conversation, those of agents. */
  readonly stops: Set<(terminal: Terminal) => void>
  /** What scripts run in, once one was run. */
  readonly compiled: CompiledEngines
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): Promise<void> | undefined
}
