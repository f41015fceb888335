import type { PermissionMode } from '../permission.ts'

/** A thread as a member of a team. */
export interface TeamMembership {
  readonly team: string
  readonly name: string
  /** It plans first: once its plan is approved it goes on in this mode, or in a stricter one. Absent: it does not have to. */
  readonly plans?: PermissionMode
}

/** A plan that the leader of a team is to approve. */
export interface ProposedPlan {
  readonly text: string
  readonly file: string
  /** Kinds of commands that its member names with it. A leader's yes allows none of them: it is no person's. */
  readonly kinds?: readonly string[]
}

export interface PlanAnswer {
  readonly approve: boolean
  /** What the leader says to it. */
  readonly feedback?: string
  /** In which it goes on. */
  readonly mode?: PermissionMode
}

export interface LedTeam {
  readonly name: string
  readonly leadAgentId: string
}

/** What a call may do with the team of its thread. ToolError for what cannot be. */
export interface TeamWork {
  /** From now on this session leads it. */
  create(wanted: { readonly name: string; readonly description?: string }): Promise<LedTeam>
  /** The team that this session leads, with its task list and mail. */
  remove(): Promise<LedTeam>
  /**
   * Asks the leader, and waits for the answer; whoever ends before it has answered has not approved. Absent: the plan
   * of this thread is not the leader's to approve.
   */
  approvePlan?(plan: ProposedPlan, signal: AbortSignal): Promise<PlanAnswer>
  /** Its members may be on other machines, and the person wants to be asked before something is sent there. */
  readonly asksBeyond?: true
  /** Whether `send` would find somebody of a team. */
  reaches(to: string): Promise<boolean>
  /** To a member by its name, or to all others (`*`). Says who got it; undefined: that is nobody of a team. */
  send(message: {
    readonly to: string
    readonly text: string
    readonly summary?: string
  }): Promise<readonly string[] | undefined>
}
