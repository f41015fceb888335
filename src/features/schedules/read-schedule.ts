import { isObject } from '../../lib/is-object.ts'
import type { Schedule, ScheduleTime } from '../../protocol/agents/schedules.ts'

const KINDS: readonly Schedule['kind'][] = ['cron', 'loop', 'wakeup']

/** A schedule as a session file has it; undefined for what is none. */
export const readSchedule = (value: unknown): Schedule | undefined => {
  if (!isObject(value)) return undefined
  const { id, prompt, kind, recurring, createdAt, firedAt, reason } = value
  const time = readTime(value['time'])
  if (typeof id !== 'string' || typeof prompt !== 'string' || typeof createdAt !== 'number') return undefined
  if (!time || typeof recurring !== 'boolean') return undefined
  const known = KINDS.find(each => each === kind)
  if (!known) return undefined
  return {
    id,
    time,
    prompt,
    kind: known,
    recurring,
    durable: false,
    createdAt,
    ...(typeof firedAt === 'number' ? { firedAt } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}

const readTime = (value: unknown): ScheduleTime | undefined => {
  if (!isObject(value)) return undefined
  const { cron, everyMs, atMs } = value
  if (typeof cron === 'string') return { cron }
  if (typeof everyMs === 'number' && everyMs >= 60_000) return { everyMs }
  return typeof atMs === 'number' ? { atMs } : undefined
}
