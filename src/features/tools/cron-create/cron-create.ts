import * as z from 'zod'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { CRON_CREATE_PROMPT } from './prompt.ts'

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
  description: CRON_CREATE_PROMPT,
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
              title: `Keep a schedule in this project (${cron})`,
              why: 'It runs by itself in later sessions too.',
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
