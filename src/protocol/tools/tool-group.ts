/** Sets of tools that something asks for; a tool names those it is in. */
export type ToolGroup =
  /** Speaks to the person or decides about the session: agents do not have it. */
  | 'conversation'
  /** Of those, what the members of a team have all the same. */
  | 'members'
  /** Starts agents. */
  | 'delegation'
  /** What one has who only hands out work; `team_lead`: who also leads a team. */
  | 'coordinator'
  | 'team_lead'
  /** Only where agents work as teams. */
  | 'teams'
  /** A member is told to use it: it is there from the start. */
  | 'team_work'
  /** Useless where nobody can answer, or approve a plan. */
  | 'questions'
  | 'planning'
  /** Useless where nobody keeps the session open. */
  | 'schedules'
  /** Useless without a service to search with. */
  | 'web_search'
  /** Runs what the model wrote, in the sandbox where there is one: only its output tells what it did. */
  | 'commands'
  /** All that a bare run has. */
  | 'bare'
  /** Makes sense without a conversation of ours: MCP clients are offered it. */
  | 'served'
