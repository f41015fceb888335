import type { LocalizedText } from '../messages/localized-text.ts'

/** What a goal may use up; each ends it. */
export interface GoalBudget {
  readonly rounds: number
  readonly minutes: number
  readonly usd: number
}

/** What a session works towards, and how far that is. */
export interface Goal {
  /** In words that a model judges, or a command that must end with 0. */
  readonly check: { readonly condition: string } | { readonly command: string }
  readonly budget: GoalBudget
  /** Judgements so far. */
  readonly rounds: number
  readonly usd: number
  readonly activeMs: number
  readonly status: 'active' | 'reached' | 'stopped'
  /** What the last judgement said, or why it stopped; may hold foreign text. */
  readonly last?: string
  /** The same for people: `last` is in the language of the prompt. */
  readonly localized?: LocalizedText
}

/** What the model hears when its goal is not reached. */
export interface GoalNews {
  readonly text: string
  /** For people. */
  readonly localized: LocalizedText
}

/** For a person who types `/goal`. */
export interface GoalCommands {
  set(wanted: { readonly check: Goal['check']; readonly budget: GoalBudget }): Goal
  now(): Goal | undefined
  /** Answers the goal that is no more. */
  clear(): Goal | undefined
}
