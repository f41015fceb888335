/** Who an event or a question comes from, when it is not the conversation itself. */
export interface AgentOrigin {
  readonly id: string
  readonly name: string
  /** The call of the conversation that started it. */
  readonly toolUseId: string
}
