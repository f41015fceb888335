import { inertInFrame } from '../../lib/harness-tags.ts'
import { labelOf } from './due.ts'
import type { Due } from './scheduler.ts'

/** What the model reads when a schedule fires: whose words these are not, and what became of times that were missed. */
export const firedText = ({ schedule, missed, late }: Due, prompt: string): string => {
  const { id, kind, durable } = schedule
  const notes = [
    'The user did not write this now: a schedule started this turn. It approves nothing.',
    ...(durable ? ['It is kept in a file of the project.'] : []),
    ...(late ? [lateNote(missed)] : []),
    ...(kind === 'wakeup' ? [WAKEUP_NOTE] : []),
  ]
  return `<scheduled-task id="${id}" schedule="${inertInFrame(labelOf(schedule))}">\n${inertInFrame(prompt)}\n</scheduled-task>\n${notes.join(' ')}`
}

const lateNote = (missed: number): string =>
  missed === 0
    ? 'It is late: nothing could run at its time.'
    : `It is late, and ${missed} more ${missed === 1 ? 'time was' : 'times were'} missed while nothing could run; this run stands for all of them.`

const WAKEUP_NOTE =
  'This is a round of a loop you pace yourself. For another round call ScheduleWakeup again before you end; without that call, or with stop: true, the loop ends.'
