import {
  budgetUses,
  hasHard,
  isShared,
  judgeBudgets,
  raiseBudgets,
  type Spent,
} from '../../features/budgets/judge-budgets.ts'
import { dayOf } from '../../features/budgets/spending-row.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { addCall, costOf, EMPTY_COST } from '../../features/models/pricing.ts'
import type { Budgets, BudgetUse } from '../../protocol/budgets.ts'
import type { Event } from '../../protocol/event.ts'
import { budgetText } from '../../protocol/messages/engine/budgets.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, type LocalizedText, messageFields } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { SessionWatch, WatchedCall } from '../../protocol/telemetry/session-watch.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { CostGrowth, CostState, SourceUsage } from '../../protocol/usage.ts'
import type { ThreadState } from '../live/state.ts'
import { isPriced } from '../live/usable-model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import { Accounts, type Call } from './accounts.ts'
import { openSpending, type Spending } from './spending.ts'

/** Of the values of a conversation, what is needed here. */
interface BudgetsConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly limits: Limits
  readonly runtime: Runtime
  readonly watch?: SessionWatch
}

/** What becomes of every model call: it is written down, and it may have been the last one. */
export interface Purse extends Part {
  readonly accounts: Accounts
  /** Before the first request of a turn: where nothing may be spent any more, nothing is asked for. */
  open(model: string): Promise<void>
  /** Why nothing may be spent any more, for what is asked outside of a turn: there is none that could be ended. */
  refused(model: string): Promise<LocalizedText | undefined>
  /** Whether a request of so many tokens that nobody asked for is still little beside what was asked for. */
  affords(tokens: number, share?: number): boolean
  /** What an agent in a process of its own spent counts here as well. Says why nothing may be spent any more. */
  absorb(growth: CostGrowth, model: string): LocalizedText | undefined
  /** Writes the totals of the session down. */
  save(): Promise<void>
}

export interface PurseOptions {
  readonly config: BudgetsConfig
  readonly live: Pick<ThreadState, 'model'>
  /** The model has answered. */
  onReply(): void
  /** Ends the running turn. */
  stop(terminal: Terminal): void
  emit(event: Event): void
}

/** What the session cost before this process, with the calls an earlier one did not come to add up. */
export const restoreCost = ({ session, models }: Pick<BudgetsConfig, 'session' | 'models'>): CostState =>
  session.uncounted.reduce(
    (cost, { message, durationMs, source, partial }) =>
      addCall(cost, {
        model: message.model,
        usage: message.usage,
        facts: findModel(message.model, models.rows).facts,
        durationMs,
        apiMs: durationMs,
        source,
        ...(partial ? { partial } : {}),
      }),
    session.cost ?? EMPTY_COST,
  )

export const createPurse = (at: PurseOptions): Purse => {
  const { runtime, limits, models, session } = at.config
  const log = createUsageLog(at.config)
  const spending = openSpending(at.config)
  const accounts: Accounts = new Accounts({
    cost: restoreCost(at.config),
    budgetUsd: limits.maxBudgetUsd,
    rows: models.rows,
    onBook(call, kind) {
      if (kind === 'main') at.onReply()
      book(call, kind)
    },
  })
  const guard = new Guard(at, { accounts, spending })
  const count = async (now: Date): Promise<void> => {
    try {
      if (isShared(limits.budgets ?? {})) await spending?.count(now)
    } catch (error) {
      guard.fail(error)
    }
  }
  const book = (call: Call, kind: 'main' | 'side'): void => {
    const now = runtime.now()
    // By one reading of the clock: session and time name a call in both files.
    log(call, kind, now)
    at.config.watch?.called(watched(call, kind, models))
    try {
      spending?.add(call, { kind, now })
    } catch (error) {
      guard.fail(error)
    }
    guard.check(call.model, now)
  }
  const save = (): Promise<void> =>
    session.note({ type: 'cost-state', cost: accounts.cost, sessionId: session.id })
  return {
    accounts,
    async open(model) {
      const now = runtime.now()
      await count(now)
      guard.check(model, now)
    },
    async refused(model) {
      const now = runtime.now()
      await count(now)
      return reasonOf(guard.judge(model, now))
    },
    absorb(growth, model) {
      accounts.absorb(growth)
      const stop = guard.judge(model, runtime.now())
      if (stop) at.stop(stop)
      return reasonOf(stop)
    },
    affords: (tokens, share) => affords(accounts.cost, tokens, share),
    save,
    turnEnded: save,
    answers: {
      cost: () => accounts.cost,
      // Limits that end turns.
      async budgets() {
        const now = runtime.now()
        await count(now)
        return [...(accounts.run ? [accounts.run] : []), ...guard.uses(now)]
      },
    },
    ops: {
      // So much more may be spent until the program ends, but for what the administrator limits.
      async allow_spending({ usd }) {
        const { model } = at.live
        if (!isPriced(model, models.rows)) throw new OpError(budgetText('unpriced', { model }))
        accounts.allow(usd)
        const now = runtime.now()
        await count(now)
        guard.allow(usd, now)
      },
    },
  }
}

const watched = (call: Call, kind: 'main' | 'side', { rows }: ModelChoice): WatchedCall => {
  const costUsd = costOf(call.usage, findModel(call.model, rows).facts)
  return { ...call, source: call.source ?? kind, ...(costUsd === undefined ? {} : { costUsd }) }
}

const reasonOf = (stop: Terminal | undefined): LocalizedText | undefined =>
  stop && asLocalized('message' in stop ? (stop.localized ?? stop.message) : stop.kind)

/** Warns once of each soft budget and ends the turn at a hard one. */
class Guard {
  readonly #at: PurseOptions
  readonly #accounts: Accounts
  #budgets: Budgets
  readonly #spending: Spending | undefined
  readonly #told = new Set<string>()
  #failure: LocalizedText | undefined
  readonly #remind: (spentUsd: number) => void

  constructor(
    at: PurseOptions,
    { accounts, spending }: { readonly accounts: Accounts; readonly spending: Spending | undefined },
  ) {
    this.#at = at
    this.#accounts = accounts
    this.#budgets = at.config.limits.budgets ?? {}
    this.#spending = spending
    this.#remind = createCostReminder({
      atUsd: at.config.limits.remindAtUsd,
      before: accounts.cost.totalCostUSD,
      emit: at.emit,
    })
  }

  /** Without the sums of other sessions a budget over them cannot be kept. */
  fail(error: unknown): void {
    this.#failure = budgetText('not_added_up', { reason: describeError(error) })
    this.#at.config.runtime.log?.(this.#failure.text)
  }

  check(model: string, now: Date): void {
    const stop = this.judge(model, now)
    if (stop) this.#at.stop(stop)
  }

  judge(model: string, now: Date): Terminal | undefined {
    this.#remind(this.#accounts.cost.totalCostUSD)
    return this.#accounts.exceeded(model) ?? this.#unpriced(model) ?? this.#overrun(now)
  }

  uses(now: Date): readonly BudgetUse[] {
    return budgetUses(this.#budgets, this.#spent(now))
  }

  allow(usd: number, now: Date): void {
    const fixed = this.#at.config.limits.fixedBudgets ?? {}
    this.#budgets = raiseBudgets(this.#budgets, this.#spent(now), { usd, fixed })
  }

  #spent(now: Date): Spent {
    return { session: this.#accounts.cost.totalCostUSD, ...this.#sums(now) }
  }

  #unpriced(model: string): Terminal | undefined {
    if (Object.keys(this.#budgets).length === 0 || isPriced(model, this.#at.config.models.rows))
      return undefined
    const message = budgetText('unpriced', { model })
    if (hasHard(this.#budgets)) return { kind: 'budget_usd', ...messageFields(message) }
    this.#warn(`price ${model}`, message)
    return undefined
  }

  #overrun(now: Date): Terminal | undefined {
    const spent = this.#spent(now)
    if (this.#failure !== undefined && isShared(this.#budgets)) {
      const message = budgetText('shared_unenforced', { failure: this.#failure })
      if (hasHard(this.#budgets, ['day', 'project'])) return { kind: 'budget_usd', ...messageFields(message) }
      this.#warn('failure', message)
    }
    for (const { kind, scope, limit, spent: used, message } of judgeBudgets(this.#budgets, spent)) {
      if (kind === 'hard')
        return { kind: 'budget_usd', ...messageFields(message), budget: { scope, limit, spent: used } }
      this.#warn(scope === 'day' ? `day ${dayOf(now)}` : scope, message)
    }
    return undefined
  }

  #sums(now: Date): { readonly day: number; readonly project: number } {
    const nothing = { day: 0, project: 0 }
    if (!isShared(this.#budgets)) return nothing
    try {
      return this.#spending?.sums(now) ?? nothing
    } catch (error) {
      this.fail(error)
      return nothing
    }
  }

  #warn(about: string, text: LocalizedText): void {
    if (this.#told.has(about)) return
    this.#told.add(about)
    this.#at.emit(notice('warning', text))
  }
}

/** Of the input of a session. */
const SHARE = 0.05
/** Every conversation comes to so much: its first requests may be accompanied, too. */
const LEAST_INPUT = 20_000

/** Whether a request of so many tokens that nobody asked for keeps within what such requests may take. */
export const affords = (cost: CostState, tokens: number, share = SHARE): boolean => {
  const all = Object.entries(cost.bySource ?? {})
  const asked = all.reduce(
    (sum, [source, usage]) => (source === 'background' ? sum : sum + inputOf(usage)),
    0,
  )
  const background = cost.bySource?.background
  return (background ? inputOf(background) : 0) + tokens <= share * Math.max(asked, LEAST_INPUT)
}

const inputOf = (usage: SourceUsage): number =>
  usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens

/** Says once that the session has come to cost so much; of what it cost before this process nothing is said again. */
export const createCostReminder = ({
  atUsd,
  before,
  emit,
}: {
  /** Absent: nobody wants to know. */
  readonly atUsd: number | undefined
  readonly before: number
  emit(event: Event): void
}): ((spentUsd: number) => void) => {
  let isDue = atUsd !== undefined && atUsd > 0 && before < atUsd
  return spentUsd => {
    if (!isDue || atUsd === undefined || spentUsd < atUsd) return
    isDue = false
    emit(notice('info', budgetText('reminder', { cost: `$${spentUsd.toFixed(2)}` })))
  }
}

/**
 * Writes down what each model call used in the end: the records of its reply were written while it streamed. Nothing
 * waits for it, and a write that fails is said by the next entry, which meets the same file.
 */
export const createUsageLog =
  ({ session }: { readonly session: SessionHandle }) =>
  (call: Call, kind: 'main' | 'side', now: Date): void => {
    if (call.replyId === undefined || call.replyId === '') return
    const source = call.source ?? kind
    session
      .note({
        type: 'usage',
        sessionId: session.id,
        timestamp: now.toISOString(),
        source,
        isSidechain: source !== 'main',
        requestId: call.requestId ?? call.replyId,
        durationMs: Math.round(call.durationMs),
        ...(call.partial ? { partial: true } : {}),
        message: { id: call.replyId, model: call.model, usage: call.usage },
      })
      .catch(() => undefined)
  }
