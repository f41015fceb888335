/** Skills that the model may call. `check` and `call` throw ToolError with what there is instead. */
export interface SkillPort {
  check(name: string): Promise<AllowedSkill & { readonly name: string }>
  /** Only the very skill that was decided about. */
  call(
    skill: AllowedSkill,
    args: string,
    how: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<CalledSkill>
  /** Everything that can be called now, and what could be installed. Nothing is fetched for it. */
  discover(): Promise<readonly FoundSkill[]>
}

/** What can be found by words. */
export interface FoundSkill {
  /** Of a plugin `name@marketplace`. */
  readonly name: string
  readonly description: string
  /** To be called; of a server, to be called; or a plugin that is not installed. */
  readonly state: 'callable' | 'server' | 'plugin'
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
