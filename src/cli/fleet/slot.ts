import { openQueue } from '../../features/fleet/queue.ts'
import { handleJob } from './handle-job.ts'
import type { SlotDeps } from './slot-deps.ts'

/** How often it is looked whether a job came back from a worker that is gone. */
const LOOK_MS = 1_000

/** Takes jobs until it is told to stop: `drain` ends it after the job at hand, which is given back where it can be. */
export const runSlot = async (deps: SlotDeps, drain: AbortSignal): Promise<number> => {
  const { fleet, labels } = deps
  const owners = fleet.file.owners.map(({ name }) => name)
  const queue = openQueue(fleet.connection, { owners, labels })
  const doubts: Doubts = new Map()
  let done = 0
  let wake = (): void => {}
  const unwatch = await queue.watch(() => wake())
  try {
    while (!drain.aborted) {
      await waitForLimits(deps, doubts, drain)
      const handed = drain.aborted ? undefined : await queue.next()
      if (handed) {
        deps.busy?.(handed.job)
        const outcome = await handleJob(handed, deps, drain)
        deps.busy?.(undefined)
        if (outcome === 'ended') done++
        if (outcome === 'spent') break
        if (deps.once) break
        continue
      }
      if (deps.once) break
      const resting = pause(LOOK_MS, drain)
      wake = resting.wake
      await resting.over
    }
  } finally {
    unwatch()
  }
  return done
}

/** Over after so long, when somebody wakes it, or at once when the slot is to end. Nothing of it is left then. */
export const pause = (
  ms: number,
  drain: AbortSignal,
): { readonly over: Promise<void>; readonly wake: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = (): void => {
    clearTimeout(timer)
    drain.removeEventListener('abort', wake)
    resolve()
  }
  const timer = setTimeout(wake, ms)
  drain.addEventListener('abort', wake)
  if (drain.aborted) wake()
  return { over: promise, wake }
}

/** So long the word of one other worker counts; then each finds out for itself. */
const BELIEVED_MS = 60_000
/** And so long nothing more of that worker does. */
const DOUBTED_MS = 10 * 60_000
const MOST_MS = 10 * 60_000

/** By worker: since when it holds this one up, and until when it is not listened to. */
type Doubts = Map<string, { readonly since: number; readonly until: number }>

/** Until when nothing may be asked of a model, by what workers ran into. Of others each is believed for a while only. */
export const limitedUntil = (
  rows: readonly { readonly key: string; readonly text: string }[],
  { own, now, doubts }: { readonly own: string; readonly now: number; readonly doubts: Doubts },
): number => {
  let latest = 0
  for (const { key, text } of rows) {
    const [worker = ''] = key.split('.')
    const until = Math.min(Number(text) || 0, now + MOST_MS)
    const doubt = doubts.get(worker)
    if (until <= now) {
      if (doubt?.until === 0) doubts.delete(worker)
      continue
    }
    if (worker !== own) {
      if (doubt && now < doubt.until) continue
      if (!doubt || doubt.until > 0) doubts.set(worker, { since: now, until: 0 })
      // It has been waited for long enough: whoever asks now learns whether it is true.
      else if (now - doubt.since >= BELIEVED_MS) {
        doubts.set(worker, { since: now, until: now + DOUBTED_MS })
        continue
      }
    }
    latest = Math.max(latest, until)
  }
  return latest
}

/** A limit that another worker ran into holds for all. */
const waitForLimits = async ({ fleet }: SlotDeps, doubts: Doubts, drain: AbortSignal): Promise<void> => {
  for (;;) {
    const rows = await fleet.limits.all('')
    const now = fleet.now()
    const left = limitedUntil(rows, { own: fleet.file.self.name, now, doubts }) - now
    if (left <= 0 || drain.aborted) return
    await pause(Math.min(left, LOOK_MS), drain).over
  }
}
