import type { LocalizedText } from '../messages/localized-text.ts'

/** What background work says of itself when it has ended, beside how. */
export interface TaskOutcome {
  /** Its answer, word for word: what an agent said last, what a server returned. */
  readonly result?: string
  readonly usage?: TaskUsage
  /** Where its changes are, when it did not work in the session's own directory. */
  readonly worktree?: { readonly path: string; readonly branch: string }
  /** Why it failed or was ended, in a sentence; in English where it is the program's own. */
  readonly reason?: string
  /** The same, as data. */
  readonly localized?: LocalizedText
  /** Of a member of a team: its unfinished tasks, which are pending again. */
  readonly released?: readonly string[]
}

export interface TaskUsage {
  readonly tokens: number
  readonly toolUses: number
}
