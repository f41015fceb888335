/** A line of an instruction file under which stands how it is checked. */
export interface RuleCheck {
  /** The line itself. */
  readonly text: string
  readonly file: string
  /** Of the check, from 1. */
  readonly line: number
  /** A command that must end with 0, or a text that no edit may add. */
  readonly check: { readonly command: string } | { readonly forbids: string }
  /** Files it is for; absent: all. */
  readonly globs?: readonly string[]
}

/** When a rule did not hold: a field of an attachment, so that the session file tells it. */
export interface BrokenRule {
  readonly text: string
  readonly file: string
  readonly line: number
  readonly check: RuleCheck['check']
  /** The edit that broke it, or those it was run for. */
  readonly paths: readonly string[]
  readonly toolUseId?: string
  /** What stood there, or what the command said. */
  readonly found: string
  /** Of the command; null: it did not end by itself. */
  readonly exitCode?: number | null
}

/** A rule, and how often it was looked at and broken. */
export interface RuleCount {
  readonly rule: RuleCheck
  readonly held: number
  readonly broken: readonly (BrokenRule & { readonly at: string })[]
  /** Nobody let its command run. */
  readonly denied?: string
}
