import type { z } from 'zod'
import type { Wake } from '../../../protocol/agents/schedules.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields, plainText, whole } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('sleep', {
  interrupted: { en: 'Interrupted after {ms:number} ms.', zh: '{ms:number} 毫秒后被中断。' },
  waited: { en: 'Waited {ms:number} ms.', zh: '已等待 {ms:number} 毫秒。' },
  woken: { en: 'Woken after {ms:number} ms: {why}', zh: '{ms:number} 毫秒后被唤醒：{why}' },
  message: { en: 'the user said something.', zh: '用户说了话。' },
  task: { en: 'there is news from background work.', zh: '后台工作有消息。' },
  schedule: {
    en: 'a schedule is due. It is said to you when you end your turn.',
    zh: '有定时计划到期。你结束这一轮时会告诉你。',
  },
})

const MAX_MS = 600_000

const input = fields({
  duration_ms: whole({ min: 1, max: MAX_MS }),
  reason: plainText().optional(),
})
type SleepInput = z.output<typeof input>

export interface SleepOutput {
  readonly sleptMs: number
  readonly interrupted: boolean
  /** What ended it early. */
  readonly wokenBy?: Wake
}

export const sleepTool: Tool<SleepInput, SleepOutput> = {
  name: 'Sleep',
  groups: ['quiet'],
  present,
  description: {
    en: 'Waits, and ends early when there is news: a message of the user, the end of a background task, a schedule that is due.',
    zh: '等待；有新情况时提前结束：用户的消息、后台任务结束、定时计划到点。',
  },
  input,
  noAccess: 'Only waits.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(sleep),
  show: ({ sleptMs, interrupted, wokenBy }, language) =>
    textBlocks(
      interrupted
        ? says('interrupted', { ms: sleptMs })
        : wokenBy === undefined
          ? says('waited', { ms: sleptMs })
          : says('woken', { ms: sleptMs, why: says(wokenBy) }),
      language,
    ),
  deferred: { hint: { en: 'wait', zh: '等待' } },
}

/** Until the time is over, somebody interrupts, or there is news. */
async function sleep(given: SleepInput, { signal, schedules }: ToolCall): Promise<SleepOutput> {
  const began = performance.now()
  const over = new AbortController()
  const ends = AbortSignal.any([signal, over.signal])
  const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => stop(undefined), given.duration_ms)
  signal.addEventListener('abort', () => stop(undefined), { once: true, signal: over.signal })
  if (signal.aborted) stop(undefined)
  const wokenBy = await Promise.race([stopped, ...(schedules ? [schedules.news(ends)] : [])])
  clearTimeout(timer)
  over.abort()
  const interrupted = signal.aborted
  const early = interrupted || wokenBy !== undefined
  return {
    sleptMs: early ? Math.round(performance.now() - began) : given.duration_ms,
    interrupted,
    ...(wokenBy === undefined || interrupted ? {} : { wokenBy }),
  }
}
