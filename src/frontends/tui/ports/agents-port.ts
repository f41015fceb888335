/** An agent as it is made in a dialog. */
export interface AgentDraft {
  readonly name: string
  readonly description: string
  /** Its instructions. */
  readonly prompt: string
  /** Empty: all. */
  readonly tools: readonly string[]
  /** Empty: that of the conversation. */
  readonly model: string
}

/** Files that describe agents. Both throw Error with words for the person. */
export interface AgentsPort {
  /** Answers where it is; a file of that name is left alone. */
  create(draft: AgentDraft, scope: 'user' | 'project'): Promise<string>
  remove(file: string): Promise<void>
}
