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
  let done = 0
  let wake = (): void => {}
  const unwatch = await queue.watch(() => wake())
  try {
    while (!drain.aborted) {
      await waitForLimits(deps, drain)
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
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, LOOK_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        drain.addEventListener('abort', wake, { once: true })
      })
    }
  } finally {
    unwatch()
  }
  return done
}

/** A limit that another worker ran into holds for all. */
const waitForLimits = async ({ fleet }: SlotDeps, drain: AbortSignal): Promise<void> => {
  for (;;) {
    const rows = await fleet.limits.all('')
    const until = Math.max(0, ...rows.map(({ text }) => Number(text) || 0))
    const left = Math.min(until - fleet.now(), 10 * 60_000)
    if (left <= 0 || drain.aborted) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, Math.min(left, LOOK_MS))
      drain.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  }
}
