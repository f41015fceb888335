import type { z } from 'zod'
import type { Wake } from '../../../protocol/agents/schedules.ts'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields, plainText, whole } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

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
  show: ({ sleptMs, interrupted, wokenBy }) => [
    {
      type: 'text',
      text: interrupted
        ? `Interrupted after ${sleptMs} ms.`
        : wokenBy === undefined
          ? `Waited ${sleptMs} ms.`
          : `Woken after ${sleptMs} ms: ${WOKEN[wokenBy]}`,
    },
  ],
  deferred: { hint: { en: 'wait', zh: '等待' } },
}

const WOKEN: Readonly<Record<Wake, string>> = {
  message: 'the user said something.',
  task: 'there is news from background work.',
  schedule: 'a schedule is due. It is said to you when you end your turn.',
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
