import { addUsage, NO_USAGE, type Usage } from '../../../protocol/usage.ts'
import { totalTokens } from '../ledger/count-usage.ts'
import { elapsed, type Price } from '../ledger/ledger-rows.ts'
import { type Call, callsOf, hasFailed, type Reply, type Story } from '../ledger/story.ts'
import { addCacheStats, type CacheStats } from './cache-stats.ts'

export interface UsageSum {
  readonly calls: number
  readonly usage: Usage
  /** Of the calls whose price is known. */
  readonly usd: number
  readonly unpriced: number
}

interface ToolCount {
  readonly calls: number
  readonly errors: number
  readonly durationMs: number
}

/** Sums over any number of sessions. */
export interface Stats {
  readonly sessions: number
  readonly turns: number
  readonly total: UsageSum
  readonly byModel: Readonly<Record<string, UsageSum>>
  readonly bySource: Readonly<Record<string, UsageSum>>
  /** By the day of the call, as YYYY-MM-DD where the person is. */
  readonly byDay: Readonly<Record<string, UsageSum>>
  readonly tools: Readonly<Record<string, ToolCount>>
  readonly linesAdded: number
  readonly linesRemoved: number
  /** From request to the last word, over all turns. */
  readonly turnMs: number
  readonly toolMs: number
  /** What the sessions themselves booked. */
  readonly bookedUsd: number
  /** Calls of which only the beginning is known: their output is counted too low. */
  readonly inexact: number
  /** Absent when no session tells of it. */
  readonly cache?: CacheStats
}

export interface StatsOptions {
  readonly price: Price
  dayOf(at: string): string
}

const NOTHING: UsageSum = { calls: 0, usage: NO_USAGE, usd: 0, unpriced: 0 }

interface Draft {
  sessions: number
  turns: number
  total: UsageSum
  readonly byModel: Map<string, UsageSum>
  readonly bySource: Map<string, UsageSum>
  readonly byDay: Map<string, UsageSum>
  readonly tools: Map<string, ToolCount>
  linesAdded: number
  linesRemoved: number
  turnMs: number
  toolMs: number
  bookedUsd: number
  inexact: number
  cache?: CacheStats
}

/** Adds up stories one by one. A reply that several files hold (a fork copies its beginning) counts once. */
export class StatsFold {
  readonly #replies = new Map<string, Reply>()
  readonly #deps: StatsOptions
  readonly #sums: Draft = {
    sessions: 0,
    turns: 0,
    total: NOTHING,
    byModel: new Map(),
    bySource: new Map(),
    byDay: new Map(),
    tools: new Map(),
    linesAdded: 0,
    linesRemoved: 0,
    turnMs: 0,
    toolMs: 0,
    bookedUsd: 0,
    inexact: 0,
  }

  constructor(deps: StatsOptions) {
    this.#deps = deps
  }

  add(story: Story): void {
    const sums = this.#sums
    sums.sessions++
    if (story.cache) sums.cache = addCacheStats(sums.cache, story)
    sums.bookedUsd += story.booked?.totalCostUSD ?? 0
    for (const turn of story.turns) {
      if (turn.request.by === 'person') sums.turns++
      sums.turnMs += elapsed(turn.startedAt, turn.endedAt) ?? 0
      for (const reply of turn.replies) this.#addReply(reply)
      for (const call of callsOf(turn.steps)) this.#addCall(call)
    }
    for (const lane of story.lanes) {
      for (const reply of lane.replies) this.#addReply(reply)
      for (const call of callsOf(lane.steps)) this.#addCall(call)
    }
  }

  result(): Stats {
    for (const reply of this.#replies.values()) this.#countReply(reply)
    this.#replies.clear()
    const { byModel, bySource, byDay, tools, ...numbers } = this.#sums
    return {
      ...numbers,
      byModel: sorted(byModel, (a, b) => b.usd - a.usd),
      bySource: sorted(bySource, (a, b) => b.usd - a.usd),
      byDay: Object.fromEntries([...byDay].sort(([a], [b]) => (a < b ? -1 : 1))),
      tools: sorted(tools, (a, b) => b.calls - a.calls),
    }
  }

  /** Of copies the one that knows most counts. */
  #addReply(reply: Reply): void {
    const known = this.#replies.get(reply.id)
    if (known === undefined || totalTokens(reply.usage) > totalTokens(known.usage))
      this.#replies.set(reply.id, reply)
  }

  #countReply(reply: Reply): void {
    const sums = this.#sums
    const usd = this.#deps.price(reply.model, reply.usage)
    const add = (sum: UsageSum | undefined = NOTHING): UsageSum => ({
      calls: sum.calls + 1,
      usage: addUsage(sum.usage, reply.usage),
      usd: sum.usd + (usd ?? 0),
      unpriced: sum.unpriced + (usd === undefined ? 1 : 0),
    })
    sums.total = add(sums.total)
    sums.byModel.set(reply.model, add(sums.byModel.get(reply.model)))
    sums.bySource.set(reply.source, add(sums.bySource.get(reply.source)))
    const day = this.#deps.dayOf(reply.at)
    sums.byDay.set(day, add(sums.byDay.get(day)))
    if (!reply.exact) sums.inexact++
  }

  #addCall(call: Call): void {
    const sums = this.#sums
    const ms = elapsed(call.at, call.endedAt) ?? 0
    const known = sums.tools.get(call.tool) ?? { calls: 0, errors: 0, durationMs: 0 }
    sums.tools.set(call.tool, {
      calls: known.calls + 1,
      errors: known.errors + (hasFailed(call) ? 1 : 0),
      durationMs: known.durationMs + ms,
    })
    sums.toolMs += ms
    if (call.effect.kind !== 'write') return
    sums.linesAdded += call.effect.added
    sums.linesRemoved += call.effect.removed
  }
}

const sorted = <T>(map: ReadonlyMap<string, T>, order: (a: T, b: T) => number): Record<string, T> =>
  Object.fromEntries([...map].sort(([, a], [, b]) => order(a, b)))
