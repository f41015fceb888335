/** A thread as a member of a team. */
export interface TeamMembership {
  readonly team: string
  readonly name: string
}

/** What the briefing of a member tells it to use. */
export const TEAM_WORK_TOOLS: readonly string[] = ['SendMessage', 'TaskList', 'TaskUpdate']

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
  /** To a member by its name, or to all others (`*`). Says who got it; undefined: that is nobody of a team. */
  send(message: {
    readonly to: string
    readonly text: string
    readonly summary?: string
  }): Promise<readonly string[] | undefined>
}
