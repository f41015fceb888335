import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { TeamWork } from '../../protocol/agents/team-work.ts'
import type { Teammate } from '../../protocol/agents/teammate.ts'
import type { Event } from '../../protocol/event.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Hooks } from '../hooks/part.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { TeamChoice } from './options.ts'
import type { SessionTeams } from './session-teams.ts'

/** With what makes a session a member, where it is one. */
export type JoinedTeams = TeamChoice & { readonly join?: JoinTeam }

export interface TeamMemberOptions {
  readonly config: {
    readonly runtime: Runtime
    readonly teams?: JoinedTeams
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    readonly session: Pick<SessionHandle, 'id' | 'note'>
  }
  readonly tasks: Pick<BackgroundTasks, 'notify'>
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
  readonly desk: Pick<PermissionDesk, 'answer'>
  emit(event: Event): Promise<void> | undefined
}

/** What one has that is a member itself. */
export type TeamMemberSession = TeamMemberOptions & { readonly teams: SessionTeams }

/** Makes a session a member; its code is loaded for those that are. */
export type JoinTeam = (options: TeamMemberSession, member: Teammate) => TeamMemberPart

/** Of a session that is a member of a team itself. */
export interface TeamMemberPart extends Part {
  /** Questions go to the person at the leader's terminal. */
  hears(event: Event): void
  /** It said that it does not stop. */
  refuse(): void
  /** How its plan is approved, where that is the leader's to do. */
  readonly plan: Pick<TeamWork, 'approvePlan'>
}

const NOT_ONE: TeamMemberPart = { hears: () => undefined, refuse: () => undefined, plan: {} }

export const createTeamMember = (options: TeamMemberSession): TeamMemberPart => {
  const { member, join } = options.config.teams ?? {}
  if (!member) return NOT_ONE
  if (!join) throw new Error('a member of a team was opened without what makes it one')
  return join(options, member)
}
