import { labelOf } from '../../features/schedules/due.ts'
import type { Schedule } from '../../protocol/agents/schedules.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest } from '../../protocol/permission.ts'

/** A schedule that comes with the project: there is no call behind it, so the name tells front ends what it is about. */
export const scheduleQuestion = (
  schedule: Schedule,
  file: string,
  newId: () => string,
): PermissionRequest => {
  const why = questionText('schedule')
  const label = labelOf(schedule)
  return {
    id: newId(),
    toolName: 'ScheduledTask',
    toolUseId: newId(),
    needs: 'settings',
    input: { id: schedule.id, file },
    decision: { verdict: 'ask', because: because('safetyCheck', why), offer: [], readOnly: false },
    details: {
      title: `Run this prompt on a schedule (${label})`,
      about: { kind: 'schedule', name: label },
      ...askedBecause(why),
      subject: { text: schedule.prompt, risky: [] },
      saves: [],
    },
  }
}
