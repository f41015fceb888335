import type { Schedule, ScheduleInfo } from '../../protocol/agents/schedules.ts'
import type { NextCron } from './cron-times.ts'
import { expiresAt, LATE_MS, labelOf, missedSince, timeAfter } from './due.ts'

export const MOST_SCHEDULES = 50

export interface SchedulerOptions {
  now(): number
  readonly nextCron: NextCron
}

/** It is time for this one. */
export interface Due {
  readonly schedule: Schedule
  readonly dueAt: number
  /** Times that went by unused before now: this one stands for all of them. */
  readonly missed: number
  readonly late: boolean
}

interface Kept {
  schedule: Schedule
  dueAt: number | undefined
}

/** What fires when, by a clock that may jump. Knows nobody who would say it. */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #kept = new Map<string, Kept>()
  #seen: number

  constructor(options: SchedulerOptions) {
    this.#options = options
    this.#seen = options.now()
  }

  get size(): number {
    return this.#kept.size
  }

  get(id: string): Schedule | undefined {
    return this.#kept.get(id)?.schedule
  }

  add(schedule: Schedule): void {
    this.#kept.set(schedule.id, { schedule, dueAt: this.#first(schedule) })
  }

  /**
   * One of an earlier run. What repeats goes on with its next time: a week of a closed program is not made up for. What
   * was to happen once and did not is due at once.
   */
  restore(schedule: Schedule): void {
    const now = this.#options.now()
    const from = schedule.firedAt ?? schedule.createdAt
    const next = this.#next(schedule, from)
    const isPast = schedule.recurring && (next === undefined || next <= now)
    const dueAt = isPast ? this.#next(schedule, now) : next
    this.#kept.set(schedule.id, { schedule, dueAt })
  }

  remove(id: string): Schedule | undefined {
    const kept = this.#kept.get(id)
    this.#kept.delete(id)
    return kept?.schedule
  }

  /** The next one first. */
  list(): readonly ScheduleInfo[] {
    return [...this.#kept.values()]
      .sort((a, b) => (a.dueAt ?? Number.MAX_VALUE) - (b.dueAt ?? Number.MAX_VALUE))
      .map(({ schedule, dueAt }) => ({
        ...schedule,
        label: labelOf(schedule),
        ...(dueAt === undefined ? {} : { nextAt: dueAt }),
      }))
  }

  /** When there is something to do next; undefined: never. */
  nextAt(): number | undefined {
    const times = [...this.#kept.values()].flatMap(({ schedule, dueAt }) => [
      dueAt ?? Number.POSITIVE_INFINITY,
      expiresAt(schedule) ?? Number.POSITIVE_INFINITY,
    ])
    const next = Math.min(...times)
    return Number.isFinite(next) ? next : undefined
  }

  /** Those whose week is over; with that they are gone. What is due then still fires before. */
  expire(): readonly Schedule[] {
    const now = this.#options.now()
    const over = [...this.#kept.values()]
      .filter(
        ({ schedule, dueAt }) => (expiresAt(schedule) ?? now) < now && !(dueAt !== undefined && dueAt <= now),
      )
      .map(({ schedule }) => schedule)
    for (const { id } of over) this.#kept.delete(id)
    return over
  }

  /** The one that has waited longest among those that `may` fire. */
  due(may: (schedule: Schedule) => boolean = () => true): Due | undefined {
    const now = this.#look()
    const [first] = [...this.#kept.values()]
      .flatMap(({ schedule, dueAt }) =>
        dueAt !== undefined && dueAt <= now && may(schedule) ? [{ schedule, dueAt }] : [],
      )
      .sort((a, b) => a.dueAt - b.dueAt)
    if (!first) return undefined
    const missed = missedSince(first.schedule, { dueAt: first.dueAt, now }, this.#options.nextCron)
    return { ...first, missed, late: missed > 0 || now - first.dueAt > LATE_MS }
  }

  /** It was said: it waits for its next time, or is gone. */
  fired(id: string): Schedule | undefined {
    const kept = this.#kept.get(id)
    if (!kept) return undefined
    const now = this.#options.now()
    kept.schedule = { ...kept.schedule, firedAt: now }
    if (kept.schedule.recurring) kept.dueAt = this.#next(kept.schedule, now)
    else this.#kept.delete(id)
    return kept.schedule
  }

  #first(schedule: Schedule): number | undefined {
    return this.#next(schedule, schedule.firedAt ?? schedule.createdAt)
  }

  /** Undefined when its week is over before. */
  #next(schedule: Schedule, afterMs: number): number | undefined {
    const next = timeAfter(schedule, afterMs, this.#options.nextCron)
    return next === undefined || next > (expiresAt(schedule) ?? next) ? undefined : next
  }

  /** A clock that was set back would keep everything waiting for as long as it was. */
  #look(): number {
    const now = this.#options.now()
    if (now < this.#seen - LATE_MS)
      for (const kept of this.#kept.values()) {
        const next = kept.schedule.recurring && this.#next(kept.schedule, now)
        if (next && kept.dueAt !== undefined && next < kept.dueAt) kept.dueAt = next
      }
    this.#seen = now
    return now
  }
}
