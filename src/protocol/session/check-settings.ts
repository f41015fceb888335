/** How far what the model does and says is checked before it counts. */
export interface CheckSettings {
  /** Whether what the model says of its work is held against what was done. */
  readonly checkClaims?: boolean
  /** Whether a command that is asked about runs on a copy of the files first. */
  readonly tryFirst?: boolean
}
