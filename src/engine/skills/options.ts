import type { Settings } from '../../protocol/settings.ts'

/** What was chosen about skills. */
export interface SkillChoice {
  /** None are looked for, and no commands from files. */
  readonly off?: boolean
  /** The prompts that come with the program are not offered. */
  readonly bundledOff?: boolean
  /** The person's word on single skills, by name. */
  readonly overrides?: NonNullable<Settings['skillOverrides']>
  /** Commands in the text of a skill are not run. */
  readonly shellOff?: boolean
  /** Share of the window that the list of skills may take. */
  readonly listingShare?: number
  /** Characters that it may take, in the place of that share. */
  readonly listingChars?: number
  /** Characters of a description in that list. */
  readonly descriptionChars?: number
  /** Where heads of files and counts of uses are kept; absent: nowhere. */
  readonly configHome?: string
  /** Absent: all. Only these are for the model, by whole name or by what follows its colon. */
  readonly only?: readonly string[]
  /** Agents of the command line, as JSON. */
  readonly agents?: string
}
