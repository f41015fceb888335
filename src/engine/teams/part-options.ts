import type { RemoteMemberOptions } from '../../agents/team/remote-members.ts'
import type { TeamHost } from '../../agents/team/team-host.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { TeamMembership, TeamWork } from '../../protocol/agents/team-work.ts'
import type { Event } from '../../protocol/event.ts'
import type { Tasks } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Live } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Purse } from '../spending/part.ts'
import type { TeamChoice } from './options.ts'
import type { SessionTeams } from './session-teams.ts'

export interface TeamsOptions extends Pick<RemoteMemberOptions, 'denied'> {
  readonly config: {
    readonly session: SessionHandle
    readonly place: SessionEnvironment
    readonly runtime: Runtime
    readonly teams?: TeamChoice
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly permissions: { readonly canAsk: boolean }
  }
  readonly live: Pick<Live, 'mode'>
  readonly tasks: Pick<BackgroundTasks, 'notify' | 'add'> & Pick<Tasks, 'list' | 'watch'>
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly purse: Pick<Purse, 'accounts' | 'absorb' | 'save'>
  emit(event: Event): Promise<void> | undefined
}

export interface TeamsPart extends Part {
  /** For the agents of the session. */
  readonly host: TeamHost
  /** For the calls of one thread; absent: the conversation, which leads. */
  portOf(member?: TeamMembership): TeamWork
}

export type LedTeamOptions = TeamsOptions & {
  readonly teams: SessionTeams
  /** This session, a member itself, goes on although it was asked to stop. */
  refuse(): void
  /** Plans of members are its model's to approve: the person said so, or cannot be asked. */
  readonly approvesPlans: boolean
  /** The plan of this session, a member itself, goes to its leader. */
  approvePlan?: TeamWork['approvePlan']
}
