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
  /** Only where the person lets sessions follow pull requests. */
  | 'pull_requests'
  /** Useless without a service to search with. */
  | 'web_search'
  /** Useless without language servers. */
  | 'language_servers'
  /** Runs what the model wrote, in the sandbox where there is one: only its output tells what it did. */
  | 'commands'
  /** Runs commands or code, fetches pages or changes settings: a restricted session offers it only by name. */
  | 'unrestricted'
  /** Only reads files: who is to look and no more has these. */
  | 'reading'
  /** Makes whole files: workers who have it share a scratchpad. */
  | 'file_writing'
  /** Calls that change nothing: a turn of these alone came to nothing. */
  | 'quiet'
  /** Asks for more than a yes to one call: only who sees all of it answers. */
  | 'dialog'
  /** Asks for the approval of a plan, and how that ended is carried with the plan. */
  | 'plan_approval'
  /** All that a bare run has. */
  | 'bare'
  /** Makes sense without a conversation of ours: MCP clients are offered it. */
  | 'served'
  /** Runs scripts, from which tools are found and called. */
  | 'scripts'
  /** Runs workflows, also one that the model writes for it. */
  | 'workflows'
  /** Can be carried out on another machine. */
  | 'remote'
  /** Works on files, code or directories of this machine by itself: who works on another one does not have it. */
  | 'local'
  /** Only the model itself calls it: scripts do not have it. */
  | 'direct'
