import { Cron } from 'croner'

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
export const cronProblem = (text: string, nowMs: number, next: NextCron): string | undefined => {
  if (text.trim().split(/\s+/).length !== FIELDS)
    return `"${text}" does not have 5 fields: minute hour day-of-month month day-of-week, in local time.`
  try {
    return next(text, nowMs) === undefined ? `"${text}" never comes.` : undefined
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
    return `"${text}" is not a cron expression: ${why}`
  }
}

const FIELDS = 5
