/** Skills that the model may call. Both throw ToolError with what there is instead. */
export interface SkillPort {
  check(name: string): Promise<AllowedSkill & { readonly name: string }>
  /** Only the very skill that was decided about. */
  call(
    skill: AllowedSkill,
    args: string,
    how: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<CalledSkill>
}

export interface AllowedSkill {
  /** As rules write it. */
  readonly id: string
  readonly safe: boolean
}

export interface CalledSkill {
  readonly name: string
  /** What it says, or of one that ran by itself, what came of it. */
  readonly text: string
  readonly forked: boolean
}
