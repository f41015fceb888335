import { addCost } from '../../features/models/add-cost.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { addCall } from '../../features/models/pricing.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { BudgetUse } from '../../protocol/budgets.ts'
import type { UsageEntry } from '../../protocol/entry.ts'
import { budgetText } from '../../protocol/messages/engine/budgets.ts'
import { messageFields } from '../../protocol/messages/localized-text.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { CostGrowth, CostState, Usage } from '../../protocol/usage.ts'
import { isPriced } from '../live/usable-model.ts'

export interface Call {
  readonly model: string
  readonly usage: Usage
  readonly durationMs: number
  readonly apiMs: number
  readonly replyId?: string
  /** As the records of the reply name it; absent: like the reply. */
  readonly requestId?: string
  /** It did not come to its end. */
  readonly partial?: boolean
  readonly source?: UsageEntry['source']
  /** Who asked, when it was not the conversation. */
  readonly agent?: AgentOrigin
}

/** What a session spent, and whether that is too much. */
export class Accounts {
  #cost: CostState
  /** What the session had cost before this process: a budget is for one run. */
  readonly #before: number
  #budget: number | undefined
  readonly #rows: readonly ModelFacts[]
  readonly #onBook: ((call: Call, kind: 'main' | 'side') => void) | undefined

  constructor(start: {
    readonly cost: CostState
    readonly budgetUsd: number | undefined
    readonly rows: readonly ModelFacts[]
    /** Hears of every call, whoever asked. */
    onBook?(call: Call, kind: 'main' | 'side'): void
  }) {
    this.#cost = start.cost
    this.#before = start.cost.totalCostUSD
    this.#budget = start.budgetUsd
    this.#rows = start.rows
    this.#onBook = start.onBook
  }

  get cost(): CostState {
    return this.#cost
  }

  book(call: Call, kind: 'main' | 'side' = 'main'): void {
    const { facts } = findModel(call.model, this.#rows)
    this.#cost = addCall(this.#cost, { ...call, facts, source: call.source ?? kind })
    this.#onBook?.(call, kind)
  }

  /** What an agent in a process of its own spent: that process has written its calls down already. */
  absorb(growth: CostGrowth): void {
    this.#cost = addCost(this.#cost, growth)
  }

  bookTool(work: {
    readonly durationMs: number
    readonly linesAdded: number
    readonly linesRemoved: number
  }): void {
    this.#cost = {
      ...this.#cost,
      toolDurationMs: this.#cost.toolDurationMs + work.durationMs,
      linesAdded: this.#cost.linesAdded + work.linesAdded,
      linesRemoved: this.#cost.linesRemoved + work.linesRemoved,
    }
  }

  /** The one place where the budget is checked. */
  exceeded(model: string): Terminal | undefined {
    if (this.#budget === undefined) return undefined
    if (!isPriced(model, this.#rows))
      return {
        kind: 'budget_usd',
        ...messageFields(budgetText('unpriced', { model })),
      }
    const spent = this.#spent
    if (spent < this.#budget) return undefined
    return {
      kind: 'budget_usd',
      ...messageFields(budgetText('used_up', { limit: `$${this.#budget}`, spent: `$${spent.toFixed(4)}` })),
      budget: { scope: 'run', limit: this.#budget, spent },
    }
  }

  /** The limit of this run, when there is one. */
  get run(): BudgetUse | undefined {
    return this.#budget === undefined ? undefined : { scope: 'run', limit: this.#budget, spent: this.#spent }
  }

  allow(usd: number): void {
    this.#budget = this.#spent + usd
  }

  get #spent(): number {
    return this.#cost.totalCostUSD - this.#before
  }
}
