import type * as z from 'zod'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({})

interface CronListOutput {
  readonly jobs: readonly {
    readonly id: string
    readonly cron: string
    readonly prompt: string
    readonly recurring: boolean
    readonly durable: boolean
    readonly nextAt?: string
    readonly unapproved?: true
  }[]
}

export const cronListTool: Tool<z.output<typeof input>, CronListOutput> = {
  name: 'CronList',
  present,
  groups: ['conversation', 'schedules', 'quiet'],
  description: {
    en: 'Lists the schedules and loops of this session and project.',
    zh: '列出本会话和本项目的定时计划与循环。',
  },
  deferred: { hint: { en: 'list them', zh: '列出定时' } },
  input,
  noAccess: 'Only lists the schedules of the session.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async (_, { schedules }) => ({
    jobs: (schedules?.list() ?? []).map(({ id, label, prompt, recurring, durable, nextAt, unapproved }) => ({
      id,
      cron: label,
      prompt,
      recurring,
      durable,
      ...(nextAt === undefined ? {} : { nextAt: new Date(nextAt).toString().replace(/ \(.*$/, '') }),
      ...(unapproved ? { unapproved } : {}),
    })),
  })),
  show: ({ jobs }) => [
    { type: 'text', text: jobs.length === 0 ? 'Nothing is scheduled.' : jobs.map(lineOf).join('\n') },
  ],
}

const lineOf = (job: CronListOutput['jobs'][number]): string => {
  const facts = [
    job.cron,
    job.recurring ? 'repeats' : 'once',
    ...(job.durable ? ['kept in the project'] : []),
    ...(job.unapproved ? ['not approved by the user'] : job.nextAt ? [`next ${job.nextAt}`] : []),
  ]
  return `${job.id} (${facts.join(', ')}): ${job.prompt}`
}
