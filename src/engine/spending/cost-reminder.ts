import type { Event } from '../../protocol/event.ts'

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
    const cost = `$${spentUsd.toFixed(2)}`
    const text = `This session has cost ${cost} so far. /cost shows what for; "costReminderUsd" changes or turns off this reminder.`
    emit({ type: 'notice', level: 'info', text })
  }
}
