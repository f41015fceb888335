import type { Usage } from '../../protocol/usage.ts'

/** `error`: it says nothing about the model, because something else went wrong. `skipped`: it cannot be run here. */
export type Outcome = 'passed' | 'failed' | 'error' | 'skipped'

export interface CheckOutcome {
  /** The command, the file, or what else it was. */
  readonly name: string
  readonly passed: boolean
  /** Its last words. */
  readonly output: string
  /** What a model that judged took for it. */
  readonly usd?: number
}

/** Why it failed: the first step that was wrong, as far as the transcript tells. */
export interface Failure {
  readonly kind: FailureKind
  /** Counted from 1 over the calls of the transcript. */
  readonly step?: number
  /** The call, the first wrong line, or the limit. */
  readonly what: string
}

export type FailureKind =
  | 'limit'
  | 'nothing_done'
  | 'failed_step'
  | 'never_run'
  | 'check'
  | 'set_up'
  | 'not_here'
  | 'session'

/** What a transcript tells in numbers. */
export interface Figures {
  readonly usd: number
  /** Some calls have no known price: it cost more. */
  readonly unpriced: boolean
  readonly usage: Usage
  readonly requests: number
  readonly calls: number
  readonly toolErrors: number
  /** Calls that were not allowed and questions that nobody could answer. */
  readonly questions: number
}

export interface RunResult extends Figures {
  readonly key: string
  readonly task: string
  readonly variant: string
  readonly repeat: number
  readonly session: string
  readonly outcome: Outcome
  /** How the session ended, in the words of `terminal_reason`; `time_limit`. */
  readonly ended: string
  readonly checks: readonly CheckOutcome[]
  readonly attempts: number
  readonly ms: number
  readonly startedAt: string
  readonly answer: string
  /** What was changed, as a patch. */
  readonly patch: string
  readonly why?: Failure
}
