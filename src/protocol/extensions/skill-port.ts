/** Skills that the model may call. Both throw ToolError with what there is instead. */
export interface SkillPort {
  check(name: string): Promise<{ readonly name: string; readonly safe: boolean }>
  call(
    name: string,
    args: string,
    how: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<CalledSkill>
}

export interface CalledSkill {
  readonly name: string
  /** What it says, or of one that ran by itself, what came of it. */
  readonly text: string
  readonly forked: boolean
}
