export type DecisionReasonType =
  | 'rule'
  | 'mode'
  | 'hook'
  | 'workingDir'
  | 'safetyCheck'
  | 'subcommandResults'
  | 'sandboxOverride'
  | 'classifier'
  | 'other'

/** Who let a call run: the person who was asked, or what decided without asking. */
export interface Approval {
  readonly by: 'person' | DecisionReasonType
  /** The rule as it is written. */
  readonly text?: string
}
