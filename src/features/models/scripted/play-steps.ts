import type { ServerResponse } from 'node:http'
import { sleepFor } from '../sleep.ts'
import type { Step } from './block-steps.ts'
import type { Plan } from './plan.ts'

export type StreamPlan = Plan & { readonly kind: 'stream' }

export interface Playing {
  readonly response: ServerResponse
  /** Fires when the client goes away or the server closes. */
  readonly signal: AbortSignal
  readonly render: (step: Step) => string | Uint8Array
}

/**
 * Writes the steps of a plan at their times and then ends the stream as planned. Steps due together leave in one
 * write, the last of them with the end of the body. Resolves early when the signal fires.
 */
export const playSteps = async (plan: StreamPlan, { response, signal, render }: Playing): Promise<void> => {
  const began = performance.now()
  const groups = groupByTime(plan.steps)
  for (const [at, group] of groups.entries()) {
    const wait = began + group.atMs - performance.now()
    if (wait > 0 && !(await slept(wait, signal))) return
    const bytes = Buffer.concat(group.steps.map(step => Buffer.from(render(step))))
    const last = at === groups.length - 1
    if (last && (plan.ending === 'complete' || plan.ending === 'truncated')) response.end(bytes)
    else if (bytes.length > 0) await written(response, bytes)
  }
  if (plan.ending === 'reset') response.socket?.resetAndDestroy()
  else if (plan.ending === 'stall') await gone(signal)
  else if (!response.writableEnded) response.end()
}

const groupByTime = (steps: readonly Step[]): { readonly atMs: number; readonly steps: Step[] }[] => {
  const groups: { readonly atMs: number; readonly steps: Step[] }[] = []
  for (const step of steps) {
    const group = groups.at(-1)
    if (group?.atMs === step.atMs) group.steps.push(step)
    else groups.push({ atMs: step.atMs, steps: [step] })
  }
  return groups
}

/** Resolves when the bytes are with the kernel, so that a reset that follows does not overtake them. */
const written = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise(resolve => void response.write(bytes, () => resolve()))

/** False when the signal fired first. */
export const slept = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await sleepFor(ms, signal)
    return true
  } catch {
    // The only reason to wake up early is the signal.
    return false
  }
}

const gone = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
