import type { PermissionMode } from './permission.ts'

/** A class of commands, in words, that a plan needs: approved with the plan, each command is compared with it. */
export interface PlannedPrompt {
  readonly tool: string
  readonly prompt: string
}

/** Plan mode, for the tools that begin and end it. */
export interface PlanMode {
  readonly active: boolean
  /** Real path of the one file that may be written in plan mode, whether or not it exists yet. */
  readonly file: string
  enter(): void
  /** The person is about to be asked, with these. */
  propose(prompts: readonly PlannedPrompt[]): void
  /**
   * The plan was approved. Gives the mode that holds from now on: what the person chose, else `mode`, else the one before
   * planning.
   */
  leave(approved: {
    readonly prompts: readonly PlannedPrompt[]
    readonly mode?: PermissionMode
  }): PermissionMode
}
