import { labelOf } from '../../features/schedules/due.ts'
import type { Schedule } from '../../protocol/agents/schedules.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'

/** A schedule that comes with the project: there is no call behind it, so the name tells front ends what it is about. */
export const scheduleQuestion = (
  schedule: Schedule,
  file: string,
  newId: () => string,
): PermissionRequest => {
  const why =
    'It comes with this project, and runs by itself only if you approve it. Changes to it ask again.'
  const label = labelOf(schedule)
  return {
    id: newId(),
    toolName: 'ScheduledTask',
    toolUseId: newId(),
    needs: 'settings',
    input: { id: schedule.id, file },
    decision: { verdict: 'ask', because: { type: 'safetyCheck', text: why }, offer: [], readOnly: false },
    details: {
      title: `Run this prompt on a schedule (${label})`,
      about: { kind: 'schedule', name: label },
      why,
      subject: { text: schedule.prompt, risky: [] },
      saves: [],
    },
  }
}
