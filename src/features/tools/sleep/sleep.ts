import type { z } from 'zod'
import type { Tool, ToolCall } from '../../../protocol/tool.ts'
import { fields, plainText, whole } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { SLEEP_PROMPT } from './prompt.ts'

const MAX_MS = 600_000

const input = fields({
  duration_ms: whole({ min: 1, max: MAX_MS }),
  reason: plainText().optional(),
})
type SleepInput = z.output<typeof input>

export interface SleepOutput {
  readonly sleptMs: number
  readonly interrupted: boolean
}

export const sleepTool: Tool<SleepInput, SleepOutput> = {
  name: 'Sleep',
  description: SLEEP_PROMPT,
  input,
  access: () => [],
  parallel: () => true,
  run: withoutProgress(sleep),
  show: ({ sleptMs, interrupted }) => [
    { type: 'text', text: interrupted ? `Interrupted after ${sleptMs} ms.` : `Waited ${sleptMs} ms.` },
  ],
  deferred: { hint: 'wait, pause for a while' },
}

function sleep(given: SleepInput, { signal }: ToolCall): Promise<SleepOutput> {
  return new Promise(resolve => {
    const began = performance.now()
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      const interrupted = signal.aborted
      resolve({
        sleptMs: interrupted ? Math.round(performance.now() - began) : given.duration_ms,
        interrupted,
      })
    }
    const timer = setTimeout(wake, given.duration_ms)
    signal.addEventListener('abort', wake, { once: true })
    if (signal.aborted) wake()
  })
}
