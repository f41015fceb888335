import * as z from 'zod'
import { toolQuestion } from '../../../protocol/messages/tool-questions.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const DESCRIPTION = `Has a prompt said to you later: at times of a 5-field cron expression (minute hour day-of-month month day-of-week, local time). It comes when the session is idle, and only while it is open.
- recurring: true (the default) repeats for at most 7 days; false fires once, then it is gone. For "at 3pm" write the one time: "0 15 17 11 *".
- durable: true keeps it in a file of the project, for whichever session of it is open then; it needs a yes of the user. Only when the user wants it to outlive this session.
- Where the user gave no exact time, choose an odd minute instead of :00 or :30. Times are put off a little, a tenth of the period at most.
To wait for a background task use TaskOutput or Monitor instead.`

const input = fields({
  cron: someText('Like "*/5 * * * *" or "0 9 * * 1-5"'),
  prompt: someText('What will be said to you; whole, without reference to "now"'),
  recurring: z.boolean().optional(),
  durable: z.boolean().optional(),
})

interface CronCreateOutput {
  readonly id: string
  readonly humanSchedule: string
  readonly recurring: boolean
  readonly durable: boolean
  readonly nextAt?: string
}

export const cronCreateTool: Tool<z.output<typeof input>, CronCreateOutput> = {
  name: 'CronCreate',
  present,
  groups: ['conversation', 'schedules'],
  description: DESCRIPTION,
  deferred: { hint: 'remind, repeat' },
  leavesTrace: true,
  input,
  noAccess: 'Without durable it lasts as long as the session, and its calls are decided when they are made.',
  access: ({ durable, cron, prompt }) =>
    durable
      ? [
          {
            kind: 'person',
            question: {
              title: toolQuestion('schedule_title', { cron }),
              why: toolQuestion('schedule'),
              text: prompt,
            },
          },
        ]
      : [],
  run: withoutProgress(async ({ cron, prompt, ...wanted }, { schedules }) => {
    if (!schedules) throw new ToolError('Nothing can be scheduled in this session.')
    const { id, label, recurring, durable, nextAt } = await schedules.create({
      cron,
      prompt,
      recurring: wanted.recurring ?? true,
      durable: wanted.durable ?? false,
    })
    return {
      id,
      humanSchedule: label,
      recurring,
      durable,
      ...(nextAt === undefined ? {} : { nextAt: localTime(nextAt) }),
    }
  }),
  show: ({ id, humanSchedule, recurring, durable, nextAt }) => [
    {
      type: 'text',
      text: `Schedule ${id} (${humanSchedule}, ${recurring ? 'for at most 7 days' : 'once'}${durable ? ', kept in the project' : ', this session'}). Next: ${nextAt ?? 'never'}.`,
    },
  ],
}

const localTime = (ms: number): string => new Date(ms).toString().replace(/ \(.*$/, '')
