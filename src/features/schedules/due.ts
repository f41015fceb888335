import { createHash } from 'node:crypto'
import type { Schedule } from '../../protocol/agents/schedules.ts'
import type { NextCron } from './cron-times.ts'

const MINUTE_MS = 60_000
const JITTER_SHARE = 0.1
const MAX_JITTER_MS = 15 * MINUTE_MS
const ONCE_JITTER_MS = 20_000

/** What is said more than this behind its time is said to be late. */
export const LATE_MS = 2 * MINUTE_MS
/** Whatever repeats ends after a week: nobody remembers it by then. */
export const LIFE_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * The first time of a schedule after a moment. Times of the wall clock are put off a little, always the same for one id:
 * not everybody who wrote `0 9 * * *` should knock on the same door in the same second.
 */
export const timeAfter = (schedule: Schedule, afterMs: number, nextCron: NextCron): number | undefined => {
  const { time, recurring, id } = schedule
  if ('atMs' in time) return time.atMs
  if ('everyMs' in time) return afterMs + time.everyMs
  const base = nextCron(time.cron, afterMs)
  if (base === undefined) return undefined
  const share = shareOf(id)
  if (!recurring) return base + share * ONCE_JITTER_MS
  const period = (nextCron(time.cron, base) ?? base) - base
  return base + Math.round(share * Math.min(period * JITTER_SHARE, MAX_JITTER_MS))
}

/** From 0 to 1, the same for the same id. */
const shareOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE(0) / 0xffff_ffff

/** How many times went by unused between the one that was due and now; at most {@link MOST_COUNTED}. */
export const missedSince = (
  schedule: Schedule,
  { dueAt, now }: { readonly dueAt: number; readonly now: number },
  nextCron: NextCron,
): number => {
  if (!schedule.recurring) return 0
  let missed = 0
  for (let at = dueAt; missed < MOST_COUNTED; missed += 1) {
    const next = timeAfter(schedule, at, nextCron)
    if (next === undefined || next > now) return missed
    at = next
  }
  return missed
}

const MOST_COUNTED = 1_000

/** When it does not repeat any more; undefined: it does not repeat. */
export const expiresAt = ({ recurring, createdAt }: Schedule): number | undefined =>
  recurring ? createdAt + LIFE_MS : undefined

/** In a few words, for people and models alike. */
export const labelOf = ({ time }: Pick<Schedule, 'time'>): string => {
  if ('cron' in time) return time.cron
  return 'everyMs' in time ? `every ${intervalText(time.everyMs)}` : 'once'
}

export const intervalText = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes % (24 * 60) === 0) return `${minutes / (24 * 60)}d`
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`
}
