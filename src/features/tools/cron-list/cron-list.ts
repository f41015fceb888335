import type * as z from 'zod'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('cron_list', {
  none: { en: 'Nothing is scheduled.', zh: '没有定时计划。' },
  repeats: { en: 'repeats', zh: '重复' },
  once: { en: 'once', zh: '一次' },
  durable: { en: 'kept in the project', zh: '保存在项目中' },
  unapproved: { en: 'not approved by the user', zh: '用户未批准' },
  next: { en: 'next {at}', zh: '下次 {at}' },
  job: { en: '{id} ({facts:list}): {prompt}', zh: '{id}（{facts:list}）：{prompt}' },
})

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
  groups: ['conversation', 'schedules', 'quiet', 'direct'],
  description: {
    en: 'Lists the schedules and loops of this session and project.',
    zh: '列出本会话和本项目的定时计划与循环。',
  },
  deferred: { hint: { en: 'reminders and repeated prompts', zh: '提醒和定时重复的提示' } },
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
  show: ({ jobs }, language) => lineBlocks(jobs.length === 0 ? [says('none')] : jobs.map(lineOf), language),
}

const lineOf = (job: CronListOutput['jobs'][number]): LocalizedText => {
  const facts = [
    job.cron,
    says(job.recurring ? 'repeats' : 'once'),
    ...(job.durable ? [says('durable')] : []),
    ...(job.unapproved ? [says('unapproved')] : job.nextAt ? [says('next', { at: job.nextAt })] : []),
  ]
  return says('job', { id: job.id, facts, prompt: job.prompt })
}
