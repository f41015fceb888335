import type { Budgets } from '../../protocol/budgets.ts'
import type { ScriptSettings } from '../../protocol/tools/script.ts'

export interface Limits {
  readonly maxTurns?: number
  /** How often in a row hooks may keep a turn from ending. */
  readonly maxStopBlocks?: number
  /** How often an answer that does not fit its schema is asked for again. */
  readonly structuredRetries?: number
  readonly maxBudgetUsd?: number
  /** From settings; beside the one for this run. */
  readonly budgets?: Budgets
  /** Of these, what nobody at the keyboard can raise. */
  readonly fixedBudgets?: Budgets
  /** When a session has cost so much, the person is told once; absent: never. */
  readonly remindAtUsd?: number
  /** A configured cap on output: there is no escalation then. */
  readonly maxOutputTokens?: number
  /** Output tokens that each turn of the conversation should use up, and not more. */
  readonly tokenBudget?: number
  /** Tokens the model is told it has for the task of a turn. */
  readonly taskBudget?: number
  readonly maxParallelTools: number
  /** Whether the end of a usage limit is waited for; absent: whoever is there is asked. */
  readonly waitForLimit?: 'ask' | 'always' | 'never'
  /** What the model says of its work is not held against the ledger. */
  readonly trustsClaims?: true
  /** How long the first message waits for its map of the code; absent: five seconds. */
  readonly firstMapMs?: number
  /** What a script may use up. */
  readonly script?: ScriptSettings
}
