import { type Attributes, keyValues, nanos } from './otlp/attributes.ts'
import type { Wire } from './otlp/messages.ts'

/** The counters, with unit and what they count. */
export const METRICS = {
  'claude_code.session.count': ['count', 'CLI sessions started'],
  'claude_code.lines_of_code.count': ['count', 'Lines of code added or removed'],
  'claude_code.pull_request.count': ['count', 'Pull requests created'],
  'claude_code.commit.count': ['count', 'Git commits created'],
  'claude_code.cost.usage': ['USD', 'Cost of the session'],
  'claude_code.token.usage': ['tokens', 'Tokens used'],
  'claude_code.code_edit_tool.decision': ['count', 'Decisions about calls of editing tools'],
  'claude_code.active_time.total': ['s', 'Active time'],
} as const satisfies Readonly<Record<string, readonly [unit: string, description: string]>>

export type MetricName = keyof typeof METRICS

interface Point {
  readonly name: MetricName
  readonly attributes: Attributes
  value: number
  /** When counting towards this value began. */
  since: number
}

const DELTA = 1
const CUMULATIVE = 2
/** More series than this are a fault of whoever named them: what is new is then not counted. */
const MAX_SERIES = 2_000

/** Adds up what is counted until somebody takes it. */
export class Counters {
  readonly #points = new Map<string, Point>()
  readonly #temporality: 'delta' | 'cumulative'
  readonly #now: () => number
  readonly #began: number

  constructor(temporality: 'delta' | 'cumulative', now: () => number) {
    this.#temporality = temporality
    this.#now = now
    this.#began = now()
  }

  add(name: MetricName, amount: number, attributes: Attributes): void {
    if (!Number.isFinite(amount) || amount <= 0) return
    const key = JSON.stringify([name, attributes])
    const known = this.#points.get(key)
    if (known) known.value += amount
    else if (this.#points.size < MAX_SERIES)
      this.#points.set(key, { name, attributes, value: amount, since: this.#began })
  }

  /** As OTLP messages; without any when nothing was counted. With delta the counting begins anew. */
  take(): { readonly metrics: readonly Wire[]; giveBack(): void } {
    const now = this.#now()
    const taken = [...this.#points.values()].filter(({ value }) => value > 0).map(point => ({ ...point }))
    if (this.#temporality === 'delta')
      for (const point of this.#points.values()) {
        point.value = 0
        point.since = now
      }
    return {
      metrics: Object.keys(METRICS).flatMap(name => this.#metric(name as MetricName, taken, now)),
      giveBack: () => this.#giveBack(taken),
    }
  }

  /** Sums since the beginning, for whoever asks. */
  sums(): readonly Readonly<Point>[] {
    return [...this.#points.values()]
  }

  #giveBack(taken: readonly Point[]): void {
    if (this.#temporality === 'cumulative') return
    for (const { name, attributes, value, since } of taken) {
      this.add(name, value, attributes)
      const point = this.#points.get(JSON.stringify([name, attributes]))
      if (point) point.since = since
    }
  }

  #metric(name: MetricName, taken: readonly Point[], now: number): readonly Wire[] {
    const points = taken.filter(point => point.name === name)
    if (points.length === 0) return []
    const [unit, description] = METRICS[name]
    const dataPoints = points.map(({ attributes, value, since }) => ({
      startTimeUnixNano: nanos(since),
      timeUnixNano: nanos(now),
      asDouble: value,
      attributes: keyValues(attributes),
    }))
    const aggregationTemporality = this.#temporality === 'delta' ? DELTA : CUMULATIVE
    return [{ name, description, unit, sum: { dataPoints, aggregationTemporality, isMonotonic: true } }]
  }
}
