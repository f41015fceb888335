import type { Text } from '../../../protocol/messages/localized-text.ts'

/** One thing a folder wants once it is trusted, or that the person should know of before. Foreign text, as found. */
export interface SurveyFinding {
  readonly kind: SurveyFindingKind
  /** Relative to the folder. */
  readonly file: string
  /** What it is about: an event, a variable, a rule, a server … */
  readonly name: string
  /** What would run or count, in the folder's own words. */
  readonly detail?: Text
}

/** What somebody wrote for the model, or for agents. */
export type WrittenKind = 'skill' | 'command' | 'agent' | 'workflow'

export type SurveyFindingKind =
  | 'hook'
  | 'program'
  | 'server'
  | 'plugin'
  | 'variable'
  | 'allow_rule'
  | 'directory'
  | 'mode'
  | 'setting'
  | WrittenKind
  | 'instruction'
  | 'git_program'
  | 'restriction'
  | 'never'
  | 'linked'
  | 'unreadable'

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Anything in one line: strings as they are, the rest as JSON. */
export const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

export const listIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]
