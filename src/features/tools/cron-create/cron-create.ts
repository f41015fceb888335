import * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('cronCreate', {
  scheduled: {
    en: 'Schedule {id} ({when}, {often}, {where}). Next: {next}.',
    zh: '定时计划 {id}（{when}，{often}，{where}）。下次：{next}。',
  },
  recurring: { en: 'for at most 7 days', zh: '最多 7 天' },
  once: { en: 'once', zh: '一次' },
  durable: { en: 'kept in the project', zh: '保存在项目中' },
  session: { en: 'this session', zh: '仅此会话' },
  never: { en: 'never', zh: '无' },
  none: { en: 'Nothing can be scheduled in this session.', zh: '本会话无法设置定时计划。' },
})

const DESCRIPTION = {
  en: `Has a prompt said to you later: at times of a 5-field cron expression (minute hour day-of-month month day-of-week, local time). It comes when the session is idle, and only while it is open.
- recurring: true (the default) repeats for at most 7 days; false fires once, then it is gone. For "at 3pm" write the one time: "0 15 17 11 *".
- durable: true keeps it in a file of the project, for whichever session of it is open then; it needs a yes of the user. Only when the user wants it to outlive this session.
- Where the user gave no exact time, choose an odd minute instead of :00 or :30. Times are put off a little, a tenth of the period at most.
To wait for a background task use TaskOutput or Monitor instead.`,
  zh: `稍后把一段提示词发给你：时间由 5 段 cron 表达式决定（分 时 日 月 星期，本地时间）。在会话空闲时送达，且只在会话打开期间有效。
- recurring：true（默认）重复执行，最多 7 天；false 只触发一次，随后删除。“下午 3 点”写成那一次的时间："0 15 17 11 *"。
- durable：true 保存在项目的文件里，届时由打开的会话执行；需用户同意。仅在用户希望它在本会话结束后仍然有效时使用。
- 用户没有给出确切时间时，选一个零散的分钟，不要用 :00 或 :30。触发时间会略微推迟，最多为周期的十分之一。
等待后台任务请改用 TaskOutput 或 Monitor。`,
}

const input = fields({
  cron: someText({ en: 'Like "*/5 * * * *" or "0 9 * * 1-5"', zh: '例如 "*/5 * * * *" 或 "0 9 * * 1-5"' }),
  prompt: someText({
    en: 'What will be said to you; whole, without reference to "now"',
    zh: '届时发给你的内容；须完整，不要依赖“现在”',
  }),
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
  groups: ['conversation', 'schedules', 'direct'],
  description: DESCRIPTION,
  deferred: { hint: { en: 'reminders and repeated prompts', zh: '提醒和定时重复的提示' } },
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
    if (!schedules) throw new ToolError(says('none'))
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
  show: ({ id, humanSchedule, recurring, durable, nextAt }, language) =>
    textBlocks(
      says('scheduled', {
        id,
        when: humanSchedule,
        often: says(recurring ? 'recurring' : 'once'),
        where: says(durable ? 'durable' : 'session'),
        next: nextAt ?? says('never'),
      }),
      language,
    ),
}

const localTime = (ms: number): string => new Date(ms).toString().replace(/ \(.*$/, '')
