import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { TeamHost } from '../../agents/team/team-host.ts'
import type { FleetChoice } from '../../protocol/agents/fleet-work.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { Worktrees } from '../../protocol/agents/worktrees.ts'
import type { Event } from '../../protocol/event.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import type { OpenThread } from '../../protocol/thread.ts'
import type { Side, Tasks } from '../../protocol/tool.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Live } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { RemoteHosts } from '../remote-host/options.ts'
import type { Mcp } from '../servers/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SkillChoice } from '../skills/options.ts'
import type { Skills } from '../skills/part.ts'
import type { Purse } from '../spending/part.ts'

export interface AgentsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly limits: Limits
    readonly agents?: AgentSettings
    readonly runtime: Runtime
    readonly wake?: boolean
    readonly permissions: PermissionChoice
    readonly skills?: SkillChoice
    readonly prompt: Pick<PromptSettings, 'promptLanguage'>
    readonly tools: Pick<Toolbox, 'toolsIn'>
    readonly fleet?: FleetChoice
    readonly remoteHosts?: Pick<RemoteHosts, 'approve' | 'whyNot'>
    readonly watch?: SessionWatch
  }
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly worktrees: Worktrees
  readonly team: TeamHost
  readonly side: Side
  readonly contributions: Pick<Contributions, 'all'>
  /** Knows when what files bring is known. */
  readonly skills: Pick<Skills, 'ready' | 'find'>
  readonly mcp: Pick<Mcp, 'missing'>
  readonly tasks: BackgroundTasks & Pick<Tasks, 'list' | 'stop'>
  readonly purse: Pick<Purse, 'refused' | 'accounts'>
  readonly live: Pick<Live, 'rules' | 'model' | 'mode' | 'effort' | 'cwd'>
  readonly threads: { readonly open?: OpenThread }
  emit(event: Event): Promise<void> | undefined
}
