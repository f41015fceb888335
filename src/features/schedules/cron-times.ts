import { Cron } from 'croner'
import { scheduleText } from '../../protocol/messages/engine/schedules.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** The next moment a 5-field expression names after another one; undefined: there is none. Throws for what it cannot read. */
export type NextCron = (cron: string, afterMs: number) => number | undefined

/** `timezone`: absent is that of this machine. Across a change of the clocks a time that is left out runs behind the gap. */
export const createNextCron = (timezone?: string): NextCron => {
  const known = new Map<string, Cron>()
  return (text, afterMs) => {
    const cron = known.get(text) ?? read(text, timezone)
    known.set(text, cron)
    return cron.nextRun(new Date(afterMs))?.getTime()
  }
}

const read = (text: string, timezone: string | undefined): Cron =>
  new Cron(text, { paused: true, mode: '5-part', ...(timezone === undefined ? {} : { timezone }) })

/** What is wrong with an expression, in words for a model; undefined: nothing. */
export const cronProblem = (text: string, nowMs: number, next: NextCron): LocalizedText | undefined => {
  if (text.trim().split(/\s+/).length !== FIELDS) return scheduleText('bad_fields', { cron: text })
  try {
    return next(text, nowMs) === undefined ? scheduleText('never', { cron: text }) : undefined
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
    return scheduleText('bad_cron', { cron: text, reason: why })
  }
}

const FIELDS = 5
