/** A command as a list shows it. */
export interface CommandInfo {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for the list of commands. */
  readonly description: string
  /** How the arguments look, for the list; absent: none. */
  readonly argumentHint?: string
}
