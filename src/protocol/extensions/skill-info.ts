import type { ContributionSource } from './source.ts'

/** How far a skill is used: fully, listed without its description, called by the person only, or not at all. */
export const SKILL_USES = ['on', 'name-only', 'user-invocable-only', 'off'] as const
export type SkillUse = (typeof SKILL_USES)[number]

/** A skill as a list shows it. */
export interface SkillInfo {
  readonly name: string
  readonly kind: 'skill' | 'command'
  readonly description: string
  readonly source: ContributionSource
  readonly file?: string
  /** Of its text, when it is called; 0: nobody knows before. */
  readonly tokens: number
  readonly byPerson: boolean
  readonly byModel: boolean
  /** Files that one of has to be touched before the model is told of it. */
  readonly waitsFor?: readonly string[]
  /** It runs by itself, and only what comes of it joins the conversation. */
  readonly forks?: boolean
  /** What the person said about it; absent: nothing. */
  readonly use?: SkillUse
  /** Settings switch it off. */
  readonly off?: boolean
}
