import type * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('cronDelete', {
  deleted: { en: 'Schedule {id} ({when}) is deleted.', zh: '定时计划 {id}（{when}）已删除。' },
  none: { en: 'Nothing is scheduled in this session.', zh: '本会话没有定时计划。' },
})

const input = fields({ id: someText() })

interface CronDeleteOutput {
  readonly id: string
  readonly humanSchedule: string
}

export const cronDeleteTool: Tool<z.output<typeof input>, CronDeleteOutput> = {
  name: 'CronDelete',
  present,
  groups: ['conversation', 'schedules', 'direct'],
  description: {
    en: 'Deletes a schedule by its id (CronCreate, CronList).',
    zh: '按 id 删除一个定时计划（CronCreate、CronList）。',
  },
  deferred: { hint: { en: 'reminders and repeated prompts', zh: '提醒和定时重复的提示' } },
  leavesTrace: true,
  input,
  noAccess: 'Only ends a schedule: less happens by itself.',
  access: () => [],
  run: withoutProgress(async ({ id }, { schedules }) => {
    if (!schedules) throw new ToolError(says('none'))
    const { label } = await schedules.remove(id)
    return { id, humanSchedule: label }
  }),
  show: ({ id, humanSchedule }, language) =>
    textBlocks(says('deleted', { id, when: humanSchedule }), language),
}
