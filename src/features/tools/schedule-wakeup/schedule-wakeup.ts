import * as z from 'zod'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fieldMeta, fields, givenOf, plainText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('scheduleWakeup', {
  ended: { en: 'The loop has ended.', zh: '循环已结束。' },
  noLoop: { en: 'There was no loop.', zh: '没有循环。' },
  next: {
    en: 'The next round is in {seconds} seconds. End your turn now.',
    zh: '下一轮在 {seconds} 秒后。现在结束这一轮。',
  },
  none: { en: 'Nothing can be scheduled in this session.', zh: '本会话无法设置定时计划。' },
  missing: {
    en: 'Give delaySeconds (60 to 3600) and the prompt of the next round, or stop: true.',
    zh: '请给出 delaySeconds（60 到 3600）和下一轮的 prompt，或 stop: true。',
  },
})

const DESCRIPTION = {
  en: `For a loop that you pace yourself (/loop without an interval): says when its next round is, from 60 to 3600 seconds from now. Call it once at the end of a round; a turn without it ends the loop, stop: true ends it at once.
- delaySeconds: how soon something can have changed. Below 300 the prompt cache stays warm; waiting for nothing in particular, 1200 or more.
- prompt: what the round is about, as it was said to you.
- reason: why this long, in a few words; the user reads it.
End your turn after the call; do not also Sleep.`,
  zh: `用于自定节奏的循环（不带间隔的 /loop）：指定下一轮的时间，从现在起 60 到 3600 秒。每轮结束时调用一次；某个回合没有调用，循环即结束；stop: true 立即结束。
- delaySeconds：情况最快多久会有变化。低于 300 时提示词缓存仍有效；没有特定要等的，用 1200 或更长。
- prompt：这一轮要做什么，照原话写。
- reason：简述为何等这么久；用户会看到。
调用后结束回合；不要再用 Sleep。`,
}

const LEAST_SECONDS = 60
const MOST_SECONDS = 3_600

const input = fields({
  delaySeconds: z.coerce
    .number()
    .optional()
    .meta(fieldMeta({ en: '60 to 3600; others count as the nearest', zh: '60 到 3600；超出则取最近的值' })),
  reason: plainText().optional(),
  prompt: plainText().optional(),
  stop: z.boolean().optional(),
})

interface ScheduleWakeupOutput {
  readonly stopped: boolean
  readonly delaySeconds?: number
  /** There was a loop to stop. */
  readonly had?: boolean
}

export const scheduleWakeupTool: Tool<z.output<typeof input>, ScheduleWakeupOutput> = {
  name: 'ScheduleWakeup',
  present,
  groups: ['conversation', 'schedules', 'direct'],
  description: DESCRIPTION,
  deferred: { hint: { en: 'pace a loop', zh: '控制循环节奏' } },
  leavesTrace: true,
  input,
  unused: given => (given.stop ? givenOf(given, ['delaySeconds', 'prompt', 'reason']) : []),
  noAccess: 'Only starts another turn of this session later; its calls are decided then.',
  access: () => [],
  run: withoutProgress(async ({ delaySeconds, reason = '', prompt = '', stop }, { schedules }) => {
    if (!schedules) throw new ToolError(says('none'))
    if (stop) return { stopped: true, had: await schedules.endLoop() }
    if (delaySeconds === undefined || Number.isNaN(delaySeconds) || prompt.trim() === '')
      throw new ToolError(says('missing'))
    const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, Math.round(delaySeconds)))
    await schedules.wakeUp({ delayMs: seconds * 1_000, prompt, reason })
    return { stopped: false, delaySeconds: seconds }
  }),
  show: ({ stopped, delaySeconds, had }, language) =>
    textBlocks(
      stopped ? says(had ? 'ended' : 'noLoop') : says('next', { seconds: String(delaySeconds) }),
      language,
    ),
}
